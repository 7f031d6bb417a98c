#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "aero/terminal.hpp"

namespace aero::terminal {

// As much of a terminal as understands what diff() and draw() write. Anything else, a cursor that
// leaves the screen, or a pen or half a picture left behind is told in `error`.
class Emulator {
 public:
  // The pen is kept as the parameters that are on, for instance "1;38;5;196".
  struct Shown {
    std::string text = " ";
    std::string pen;

    bool operator==(const Shown&) const = default;
  };

  explicit Emulator(Size size);

  void write(std::string_view bytes);
  const Shown& at(int x, int y) const;

  std::string error;

 private:
  void print(std::string_view character, int width);
  void control(std::string_view parameters, char last);
  void select_pen(const std::vector<int>& numbers);
  std::string pen() const;
  Shown& cell(int x, int y);

  Size size_;
  std::vector<Shown> cells_;
  int x_ = 0;
  int y_ = 0;
  bool is_batch_ = false;
  bool bold_ = false;
  bool dim_ = false;
  bool underline_ = false;
  bool reverse_ = false;
  std::string foreground_;
  std::string background_;
};

}  // namespace aero::terminal
