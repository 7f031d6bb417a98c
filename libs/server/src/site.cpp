#include "site.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>

namespace aero::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPage = "index.html";
constexpr auto kLookAgain = std::chrono::seconds(1);

struct Suffix {
  std::string_view suffix;
  std::string_view type;
};

constexpr Suffix kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".aero", "text/plain; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
};

std::string_view type_of(std::string_view path) {
  const auto* found =
      std::ranges::find_if(kTypes, [&](const Suffix& type) { return path.ends_with(type.suffix); });
  return found == std::end(kTypes) ? "application/octet-stream" : found->type;
}

struct Sibling {
  std::string_view suffix;
  Coding coding;
};

constexpr Sibling kSiblings[] = {{".gz", Coding::gzip}, {".br", Coding::brotli}};

// Whether the path is a compressed form of another one.
template <class From>
bool is_sibling(const ByPath<From>& sources, std::string_view path) {
  return std::ranges::any_of(kSiblings, [&](const Sibling& sibling) {
    return path.ends_with(sibling.suffix) &&
           sources.contains(path.substr(0, path.size() - sibling.suffix.size()));
  });
}

bool is_hidden(const fs::path& name) { return name.native().starts_with('.'); }

// Whether the path names a file below the folder of which no part is hidden. Both are canonical.
bool is_below(const fs::path& file, const fs::path& folder) {
  const fs::path inner = file.lexically_relative(folder);
  return !inner.empty() && std::ranges::none_of(inner, is_hidden);  // ".." is hidden as well
}

// What there is to give out. Throws filesystem_error where the folder cannot be looked at.
Listing list(const fs::path& folder) {
  const fs::path root = fs::canonical(folder);
  Listing listing;
  std::uintmax_t bytes = 0;
  fs::recursive_directory_iterator entries(root, fs::directory_options::skip_permission_denied);
  for (; entries != fs::recursive_directory_iterator(); ++entries) {
    const fs::directory_entry& entry = *entries;
    if (is_hidden(entry.path().filename())) {
      entries.disable_recursion_pending();
      continue;
    }
    std::error_code error;
    if (!entry.is_regular_file(error) || ::access(entry.path().c_str(), R_OK) != 0) continue;
    const fs::path file = entry.is_symlink() ? fs::canonical(entry.path()) : entry.path();
    if (!is_below(file, root)) continue;
    const Source source{file, fs::file_size(file), fs::last_write_time(file)};
    bytes += source.bytes;
    listing.emplace(entry.path().lexically_relative(root).generic_string(), source);
    if (listing.size() > kMostFiles || bytes > kMostBytes) {
      throw CannotServe(Trouble::too_large, folder.string());
    }
  }
  return listing;
}

// FNV-1a, 64 bits.
std::uint64_t hash(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return hash;
}

std::string hexadecimal(std::uint64_t number) {
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[number >> shift & 0xF];
  return digits;
}

Form form_of(std::string bytes) {
  std::string etag = '"' + hexadecimal(hash(bytes)) + '"';
  return {std::move(bytes), std::move(etag)};
}

std::optional<Form> read(std::string_view bytes) { return form_of(std::string(bytes)); }

// The file as it is listed; none where it is so no longer.
std::optional<Form> read(const Source& source) {
  std::ifstream file(source.file, std::ios::binary);
  std::string bytes(source.bytes, '\0');
  if (!file || !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    return std::nullopt;
  }
  return form_of(std::move(bytes));
}

// All files as they are listed; none where one of them is so no longer.
template <class From>
std::optional<Site> read(const ByPath<From>& sources) {
  Site site;
  for (const auto& [path, source] : sources) {
    if (is_sibling(sources, path)) continue;
    File file{.type = type_of(path), .is_lasting = path.starts_with("assets/"), .forms = {}};
    const auto add = [&](Coding coding, const From& form) {
      std::optional<Form>& place = file.forms[static_cast<std::size_t>(coding)];
      place = read(form);
      return place.has_value();
    };
    if (!add(Coding::identity, source)) return std::nullopt;
    for (const auto& [suffix, coding] : kSiblings) {
      const auto sibling = sources.find(path + std::string(suffix));
      if (sibling != sources.end() && !add(coding, sibling->second)) return std::nullopt;
    }
    site.emplace(path, std::move(file));
  }
  return site;
}

}  // namespace

Folder::Folder(fs::path folder, Time now) : folder_(std::move(folder)), looked_(now) {
  try {
    listing_ = list(folder_);
  } catch (const fs::filesystem_error&) {
    throw CannotServe(Trouble::no_page, folder_.string());
  }
  std::optional<Site> site = read(listing_);
  if (!site || !site->contains(kPage)) throw CannotServe(Trouble::no_page, folder_.string());
  site_ = std::make_shared<const Site>(*std::move(site));
}

Folder::Folder(std::span<const PageFile> files) {
  ByPath<std::string_view> sources;
  for (const auto& [path, bytes] : files) sources.emplace(path, bytes);
  std::optional<Site> site = read(sources);
  if (!site || !site->contains(kPage)) throw CannotServe(Trouble::no_page, {});
  site_ = std::make_shared<const Site>(*std::move(site));
}

std::shared_ptr<const Site> Folder::site(Time now) {
  if (folder_.empty() || now - looked_ < kLookAgain) return site_;
  looked_ = now;
  try {
    Listing listing = list(folder_);
    if (listing == listing_) return site_;
    std::optional<Site> site = read(listing);
    // What is not as it was a moment ago is not all of one page.
    if (!site || !site->contains(kPage) || list(folder_) != listing) return site_;
    listing_ = std::move(listing);
    return site_ = std::make_shared<const Site>(*std::move(site));
  } catch (const std::runtime_error&) {  // gone, changing this very moment, or too large
    return site_;
  }
}

}  // namespace aero::server
