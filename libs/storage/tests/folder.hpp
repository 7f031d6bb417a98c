#pragma once
// A folder that is gone after the test, and what the tests of this room say often. It lies in
// memory where there is such a place: nobody takes the power from the machine of the test, and
// thousands of fsyncs take their time.

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is no C++
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "aero/storage.hpp"

namespace aero::storage {

class StorageTest : public testing::Test {
 protected:
  StorageTest() {
    const std::filesystem::path memory = "/dev/shm";
    const bool has_memory = access(memory.c_str(), W_OK) == 0;
    const auto parent = has_memory ? memory : std::filesystem::temp_directory_path();
    std::string name = parent / "aeroplane-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~StorageTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

inline Append entry(const std::string& table, std::int64_t seq, std::string text = "",
                    std::int64_t at_ms = 0) {
  if (text.empty()) text = table + " " + std::to_string(seq);
  return {.table = table, .entry = {.seq = seq, .at_ms = at_ms, .text = std::move(text)}};
}

inline std::vector<std::string> texts(const Table& table) {
  std::vector<std::string> all;
  for (const Entry& one : table.log) all.push_back(one.text);
  return all;
}

// The log of a table as texts; empty where there is no such table.
inline std::vector<std::string> log_of(Store& store, const std::string& code) {
  const std::optional<Table> table = store.load(code);
  return table ? texts(*table) : std::vector<std::string>{};
}

inline std::vector<Outcome> commit(Store& store, const std::vector<Append>& appends) {
  return store.commit(appends);
}

// How opening fails; none where it does not.
template <class Work>
std::optional<Trouble> trouble_of(Work work) {
  try {
    work();
  } catch (const Error& error) {
    return error.trouble();
  }
  return std::nullopt;
}

}  // namespace aero::storage
