#pragma once
// The page, where the build put it into the program: see cmake/page.cmake.

#include <span>

#include "aero/server.hpp"

namespace aero::cli {

// All files of it; none where it is not in the program.
std::span<const server::PageFile> page_inside();

}  // namespace aero::cli
