#include "page.hpp"

#include <vector>

// One file as the assembler lays it down; the last of them has no path.
struct PageEntry {
  const char* path;
  const char* start;
  const char* end;
};

#ifdef AERO_PAGE_INSIDE
extern "C" const PageEntry aero_page[];  // NOLINT(readability-identifier-naming): of assembler
#else
static constexpr PageEntry aero_page[] = {{}};  // NOLINT(readability-identifier-naming)
#endif

namespace aero::cli {
namespace {

std::vector<server::PageFile> listed() {
  std::vector<server::PageFile> files;
  for (const PageEntry* entry = aero_page; entry->path != nullptr; ++entry) {
    files.push_back({.path = entry->path, .bytes = {entry->start, entry->end}});
  }
  return files;
}

}  // namespace

std::span<const server::PageFile> page_inside() {
  static const std::vector<server::PageFile> kFiles = listed();
  return kFiles;
}

}  // namespace aero::cli
