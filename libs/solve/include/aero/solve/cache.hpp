#pragma once
// Where tables are kept.

#include <filesystem>

namespace aero {

// The user's folder for what can be made again: $XDG_CACHE_HOME/aeroplane, else below ~/.cache;
// empty where there is neither.
std::filesystem::path cache_folder();

}  // namespace aero
