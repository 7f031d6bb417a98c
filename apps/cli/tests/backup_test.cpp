// aeroplane backup, as a person calls it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "aero/storage.hpp"
#include "program.hpp"

namespace aero::cli {
namespace {

namespace fs = std::filesystem;

class BackupTest : public testing::Test {
 protected:
  ~BackupTest() override { fs::remove_all(folder_); }

  void expect_refusal(const fs::path& file, const std::string& message) const {
    const Outcome outcome = run({"backup", "--data", data_, file});
    EXPECT_EQ(outcome.exit, 2) << message;
    EXPECT_EQ(outcome.out, "") << message;
    EXPECT_EQ(outcome.err, "aeroplane: " + message + "\n");
  }

  static fs::path new_folder() {
    std::string name = fs::temp_directory_path() / "aeroplane-XXXXXX";
    return mkdtemp(name.data());
  }

  fs::path folder_ = new_folder();
  fs::path data_ = folder_ / "data";
  fs::path copy_ = folder_ / "copy";
};

void append(storage::Store& store, std::int64_t seq) {
  const storage::Append append{.table = "A", .entry = {.seq = seq, .at_ms = 0, .text = "a"}};
  EXPECT_EQ(store.commit({&append, 1}), std::vector{storage::Outcome::committed});
}

TEST_F(BackupTest, CopiesWhileAServerRunsAndTheCopyIsAStore) {
  storage::Store store(data_);  // as a server has it
  append(store, 1);
  append(store, 2);
  const Outcome outcome = run({"backup", "--data", data_, copy_});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(outcome.out, copy_.string() + ": a complete copy, checked and on the disk.\n");
  EXPECT_EQ(outcome.err, "");
  append(store, 3);

  const fs::path other = folder_ / "other";
  fs::create_directory(other);
  fs::copy_file(copy_, other / "aeroplane.db");
  storage::Store restored(other);
  EXPECT_EQ(restored.load("A")->log.size(), 2U);
}

TEST_F(BackupTest, SaysWhyNot) {
  expect_refusal(copy_, data_.string() + ": there are no tables of a server in this folder.");
  {
    const storage::Store store(data_);
  }
  std::ofstream(copy_) << "mine";
  expect_refusal(copy_, copy_.string() + " is there already, and is not overwritten.");
  const fs::path lost = folder_ / "none" / "copy";
  expect_refusal(lost, lost.string() + ": there is no such folder.");
  std::ofstream(data_ / "aeroplane.db") << std::string(9000, '?');
  expect_refusal(folder_ / "new",
                 data_.string() + ": the data is damaged, so there is no sound copy of it.");
}

TEST_F(BackupTest, NeedsBothNames) {
  EXPECT_EQ(run({"backup", copy_}).err, "aeroplane: --data is missing.\n");
  EXPECT_EQ(run({"backup", "--data", data_}).err, "aeroplane: FILE is missing.\n");
}

TEST_F(BackupTest, SpeaksEveryLanguage) {
  {
    const storage::Store store(data_);
  }
  EXPECT_EQ(run({"backup", "--data", data_, copy_, "--lang", "tr"}).out,
            copy_.string() + ": eksiksiz kopya, denetlendi ve diske yazıldı.\n");
  EXPECT_EQ(run({"backup", "--data", data_, folder_ / "2", "--lang", "zh"}).out,
            (folder_ / "2").string() + "：副本完整，已检查并写入磁盘。\n");
}

}  // namespace
}  // namespace aero::cli
