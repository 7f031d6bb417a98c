#pragma once
// The files of the folder as they go over the wire, held in memory.
//
// In memory, because a request is then a look-up: no path is made out of what a client sent, the
// thread that answers everybody never waits for a disk, and the files of one page belong together.

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "aero/server.hpp"

namespace aero::server {

enum class Coding : std::uint8_t { identity, gzip, brotli };
inline constexpr std::size_t kCodings = 3;

// A file in one coding.
struct Form {
  std::string bytes;
  std::string etag;  // strong, in its quotation marks
};

struct File {
  std::string_view type;                            // for Content-Type
  bool is_lasting;                                  // its name changes with its contents
  std::array<std::optional<Form>, kCodings> forms;  // by Coding; identity is always there

  const std::optional<Form>& form(Coding coding) const {
    return forms[static_cast<std::size_t>(coding)];
  }
};

// By path from the folder: "index.html", "assets/index-1a2b3c.js".
template <class What>
using ByPath = std::map<std::string, What, std::less<>>;
using Site = ByPath<File>;

// What was found for a path, before it is read.
struct Source {
  std::filesystem::path file;
  std::uintmax_t bytes;
  std::filesystem::file_time_type written;

  bool operator==(const Source&) const = default;
};
using Listing = ByPath<Source>;

class Folder {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Reads the folder; throws CannotServe.
  Folder(std::filesystem::path folder, Time now);
  // A folder that never changes; throws CannotServe.
  explicit Folder(std::span<const PageFile> files);

  // The folder as it is now, or was a second ago at most; see aero/server.hpp.
  std::shared_ptr<const Site> site(Time now);

 private:
  std::filesystem::path folder_;  // empty: it never changes
  Listing listing_;
  std::shared_ptr<const Site> site_;
  Time looked_;
};

}  // namespace aero::server
