#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace aero {

// A folder that is not there yet, and goes with the test.
class Folder {
 public:
  Folder() { std::filesystem::remove_all(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path only_file() const {
    return std::filesystem::directory_iterator(path_)->path();
  }

 private:
  std::filesystem::path path_ =
      std::filesystem::path(::testing::TempDir()) / ("tables." + std::to_string(::getpid()));
};

}  // namespace aero
