#include "aero/solve/cache.hpp"

#include <cstdlib>

namespace aero {

std::filesystem::path cache_folder() {
  const auto variable = [](const char* name) -> std::filesystem::path {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  std::filesystem::path folder = variable("XDG_CACHE_HOME");
  if (folder.is_absolute()) return folder / "aeroplane";
  folder = variable("HOME");
  return folder.empty() ? folder : folder / ".cache" / "aeroplane";
}

}  // namespace aero
