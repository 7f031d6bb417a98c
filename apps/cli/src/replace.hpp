#pragma once
// Files that are whole at any time.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace aero::cli {

// The whole of an ordinary file, or nothing where it cannot be read.
std::optional<std::string> contents_of(const std::filesystem::path& file);

// Whether it is there, at the end of links too, and is neither an ordinary file nor a folder.
bool is_device(const std::filesystem::path& file);

// Writes a file whole or not at all, also when program or machine stop meanwhile; who may read it
// stays, and links still lead to it. What is there and is no ordinary file is left alone. The
// reason why it could not be written, or nothing.
std::string replace_file(const std::filesystem::path& file, std::string_view contents);
// The same reason before there is anything to write, as far as it can be known.
std::string why_not_replaced(const std::filesystem::path& file);

}  // namespace aero::cli
