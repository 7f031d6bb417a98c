#include "play/export.hpp"

#include <fmt/format.h>

#include <utility>

namespace aero::cli {
namespace {

using terminal::Canvas;
using terminal::Cell;
using terminal::Colour;

constexpr int kCellWidth = 10;  // of a cell, in SVG units
constexpr int kCellHeight = 20;
constexpr Colour kInk{220, 224, 232};
constexpr Colour kPaper{16, 18, 24};

std::string hex(Colour colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      default: result += c;
    }
  }
  return result;
}

struct Colours {
  Colour ink;
  Colour paper;
};

Colours colours_of(const terminal::Style& style) {
  Colours colours{style.foreground.value_or(kInk), style.background.value_or(kPaper)};
  if (style.reverse) std::swap(colours.ink, colours.paper);
  return colours;
}

// Cells that fill a part of their area are drawn as shapes, so that no font leaves gaps in them.
// Each is a list of points in tenths of the width and twentieths of the height.
std::string_view shape_of(std::string_view text) {
  if (text == "▄") return "0,10 10,10 10,20 0,20";
  if (text == "▀") return "0,0 10,0 10,10 0,10";
  if (text == "▗") return "5,10 10,10 10,20 5,20";
  if (text == "▖") return "0,10 5,10 5,20 0,20";
  if (text == "▝") return "5,0 10,0 10,10 5,10";
  if (text == "▘") return "0,0 5,0 5,10 0,10";
  if (text == "█") return "0,0 10,0 10,20 0,20";
  if (text == "◥") return "0,0 10,0 10,20";
  if (text == "◤") return "0,0 10,0 0,20";
  if (text == "◢") return "10,0 10,20 0,20";
  if (text == "◣") return "0,0 0,20 10,20";
  return {};
}

void add_paper(std::string& svg, const Canvas& canvas, int y) {
  const int columns = canvas.size().columns;
  for (int x = 0; x < columns;) {
    const Colour paper = colours_of(canvas.at(x, y).style).paper;
    const int start = x;
    while (x < columns && colours_of(canvas.at(x, y).style).paper == paper) ++x;
    if (paper == kPaper) continue;
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                       start * kCellWidth, y * kCellHeight, (x - start) * kCellWidth, kCellHeight,
                       hex(paper));
  }
}

void add_ink(std::string& svg, const Canvas& canvas, int x, int y) {
  const Cell& cell = canvas.at(x, y);
  if (cell.width == 0 || cell.text == " ") return;
  const std::string ink = hex(colours_of(cell.style).ink);
  if (const auto shape = shape_of(cell.text); !shape.empty()) {
    svg += fmt::format("<polygon points=\"{}\" transform=\"translate({},{})\" fill=\"{}\"/>\n",
                       shape, x * kCellWidth, y * kCellHeight, ink);
    return;
  }
  const int middle = x * kCellWidth + cell.width * kCellWidth / 2;
  svg += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\"{}{}>{}</text>\n", middle,
                     y * kCellHeight + 15, ink, cell.style.bold ? " font-weight=\"bold\"" : "",
                     cell.style.dim ? " opacity=\"0.6\"" : "", escaped(cell.text));
}

}  // namespace

std::string to_svg(const Canvas& canvas) {
  const auto [columns, rows] = canvas.size();
  const int width = columns * kCellWidth;
  const int height = rows * kCellHeight;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
      "font-size=\"16\" text-anchor=\"middle\" shape-rendering=\"crispEdges\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"{2}\"/>\n",
      width, height, hex(kPaper));
  for (int y = 0; y < rows; ++y) {
    add_paper(svg, canvas, y);
    for (int x = 0; x < columns; ++x) add_ink(svg, canvas, x, y);
  }
  return svg + "</svg>\n";
}

std::string to_text(const Canvas& canvas) {
  std::string text;
  for (int y = 0; y < canvas.size().rows; ++y) {
    std::string line;
    for (int x = 0; x < canvas.size().columns; ++x) {
      if (canvas.at(x, y).width > 0) line += canvas.at(x, y).text;
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace aero::cli
