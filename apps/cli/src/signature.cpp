// aeroplane signature: the engine's behaviour in one number.

#include "aero/lab/signature.hpp"

#include <fmt/format.h>

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {.arguments = {json_flag()},
          .examples = {{"cli.signature.example", "aeroplane signature"}}};
}

Exit run(const Call& call) {
  const std::string hex = fmt::format("{:016x}", signature());
  if (call.wants_json()) {
    print_json({{"signature", hex}});
  } else {
    print_line(hex);
  }
  return Exit::done;
}

}  // namespace

const Command kSignature{"signature", "cli.signature.about", set_up, run};

}  // namespace aero::cli
