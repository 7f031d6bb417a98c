// aeroplane show: a position as a board, on the terminal or as an SVG picture.

#include <unistd.h>

#include <cstdlib>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "play/board.hpp"
#include "play/export.hpp"

namespace aero::cli {
namespace {

constexpr std::uint64_t kMaxScale = 4;

Syntax set_up() {
  return {
      .arguments = {position_argument(),
                    rules_flag(),
                    {.name = "--scale", .about = "cli.show.scale", .value = "N"},
                    {.name = "--svg", .about = "cli.show.svg"}},
      .examples = {{"cli.show.example", "aeroplane show 'R:hx3,14 B:hx2,20x2 R 0 4 -'"},
                   {"cli.show.example_svg",
                    "aeroplane show --svg --scale 3 'R:hx3,14 B:hx4 R 0 4 -' > board.svg"}},
  };
}

// The spot of scale 1 is 3 columns by 1 row, since 2 have no room for a number; the others are
// square.
BoardPlace place_of(int scale) {
  if (scale == 1) return {};
  return {.columns = 2 * scale, .rows = scale};
}

Exit run(const Call& call) {
  const Rules rules = call.rules();
  const Scene scene{.view = view_of(call.position(rules))};
  const BoardPlace place = place_of(static_cast<int>(call.number_or("--scale", 1, kMaxScale, 1)));
  const bool is_picture = call.has("--svg");
  const bool is_plain = isatty(STDOUT_FILENO) == 0;
  const terminal::Depth depth = is_picture ? terminal::Depth::true_colour
                                : is_plain ? terminal::Depth::mono
                                           : terminal::depth_of_environment(std::getenv);
  terminal::Canvas canvas({place.width(), place.height()});
  draw_board(canvas, place, Paint(depth), scene);
  print(is_picture ? to_svg(canvas) : is_plain ? to_text(canvas) : to_lines(canvas, depth));
  return Exit::done;
}

}  // namespace

const Command kShow{"show", "cli.show.about", set_up, run};

}  // namespace aero::cli
