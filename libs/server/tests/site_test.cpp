// What of a folder is given out, and when it is read anew.

#include "site.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <thread>
#include <vector>

#include "aero/server.hpp"
#include "folder.hpp"

namespace aero::server {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

const Folder::Time kNow{};

std::vector<std::string> paths(const Site& site) {
  std::vector<std::string> paths;
  for (const auto& [path, file] : site) paths.push_back(path);
  return paths;
}

std::vector<std::string> paths(const TestFolder& folder) {
  return paths(*Folder(folder.path(), kNow).site(kNow));
}

const std::string& bytes(const Site& site, std::string_view path,
                         Coding coding = Coding::identity) {
  return site.find(path)->second.form(coding)->bytes;
}

Trouble trouble_with(const fs::path& folder) {
  try {
    Folder read(folder, kNow);
  } catch (const CannotServe& reason) {
    return reason.trouble();
  }
  ADD_FAILURE() << "no trouble with " << folder;
  return Trouble::other;
}

TEST(Site, HasTheFilesOfTheFolder) {
  TestFolder folder;
  folder.add("index.html", "page").add("assets/a-1.js", "code").add("deep/er/b.txt", "");
  const auto site = Folder(folder.path(), kNow).site(kNow);
  EXPECT_EQ(paths(*site),
            (std::vector<std::string>{"assets/a-1.js", "deep/er/b.txt", "index.html"}));
  EXPECT_EQ(bytes(*site, "index.html"), "page");
  EXPECT_EQ(bytes(*site, "assets/a-1.js"), "code");
  EXPECT_EQ(bytes(*site, "deep/er/b.txt"), "");
}

TEST(Site, KeepsEveryByte) {
  std::string all;
  for (int round = 0; round < 300; ++round) {
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  }
  TestFolder folder;
  folder.add("index.html", all);
  EXPECT_EQ(bytes(*Folder(folder.path(), kNow).site(kNow), "index.html"), all);
}

TEST(Site, KnowsTheTypes) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"a.aero", "text/plain; charset=utf-8"},
      {"a.css", "text/css; charset=utf-8"},
      {"a.html", "text/html; charset=utf-8"},
      {"a.ico", "image/x-icon"},
      {"a.js", "text/javascript; charset=utf-8"},
      {"a.js.map", "application/json"},
      {"a.json", "application/json"},
      {"a.mjs", "text/javascript; charset=utf-8"},
      {"a.png", "image/png"},
      {"a.svg", "image/svg+xml"},
      {"a.txt", "text/plain; charset=utf-8"},
      {"a.wasm", "application/wasm"},
      {"a.webmanifest", "application/manifest+json"},
      {"a.woff2", "font/woff2"},
      {"a.xyz", "application/octet-stream"},
      {"a", "application/octet-stream"},
  };
  TestFolder folder;
  folder.add("index.html", "");
  for (const auto& [name, type] : expected) folder.add(name, name);
  const auto site = Folder(folder.path(), kNow).site(kNow);
  for (const auto& [name, type] : expected) EXPECT_EQ(site->find(name)->second.type, type) << name;
}

TEST(Site, TellsLastingFilesByTheirFolder) {
  TestFolder folder;
  folder.add("index.html", "").add("assets/a.js", "").add("b.js", "").add("x/assets/c.js", "");
  const auto site = Folder(folder.path(), kNow).site(kNow);
  EXPECT_TRUE(site->find("assets/a.js")->second.is_lasting);
  EXPECT_FALSE(site->find("b.js")->second.is_lasting);
  EXPECT_FALSE(site->find("x/assets/c.js")->second.is_lasting);
}

TEST(Site, TakesCompressedSiblingsForFormsOfTheFile) {
  TestFolder folder;
  folder.add("index.html", "").add("a.js", "plain").add("a.js.gz", "gz").add("a.js.br", "br");
  folder.add("b.js", "plain").add("c.js.gz", "alone");
  const auto site = Folder(folder.path(), kNow).site(kNow);
  EXPECT_EQ(paths(*site), (std::vector<std::string>{"a.js", "b.js", "c.js.gz", "index.html"}));
  EXPECT_EQ(bytes(*site, "a.js"), "plain");
  EXPECT_EQ(bytes(*site, "a.js", Coding::gzip), "gz");
  EXPECT_EQ(bytes(*site, "a.js", Coding::brotli), "br");
  EXPECT_FALSE(site->find("b.js")->second.form(Coding::gzip));
  EXPECT_EQ(bytes(*site, "c.js.gz"), "alone");
}

TEST(Site, HasAnEtagForEachContents) {
  TestFolder folder;
  folder.add("index.html", "").add("a.js", "one").add("b.js", "two").add("c.js", "one");
  folder.add("a.js.gz", "gz");
  const auto site = Folder(folder.path(), kNow).site(kNow);
  const auto etag = [&](std::string_view path, Coding coding = Coding::identity) {
    return site->find(path)->second.form(coding)->etag;
  };
  EXPECT_EQ(etag("index.html"), "\"cbf29ce484222325\"");  // FNV-1a of nothing
  EXPECT_NE(etag("a.js"), etag("b.js"));
  EXPECT_NE(etag("a.js"), etag("a.js", Coding::gzip));
  EXPECT_EQ(etag("a.js"), etag("c.js"));
}

TEST(Site, LeavesOutHiddenFilesAndFolders) {
  TestFolder folder;
  folder.add("index.html", "").add(".env", "secret").add(".git/config", "secret");
  folder.add("a/.b/c.txt", "secret").add("a/d.txt", "");
  EXPECT_EQ(paths(folder), (std::vector<std::string>{"a/d.txt", "index.html"}));
}

TEST(Site, LeavesOutLinksThatLeadOut) {
  TestFolder outside;
  outside.add("secret.txt", "secret").add("folder/secret.txt", "secret");
  TestFolder folder;
  folder.add("index.html", "").add("a/b.txt", "b").add(".hidden", "secret");
  fs::create_symlink(outside / "secret.txt", folder / "out.txt");
  fs::create_symlink("/etc/passwd", folder / "passwd.txt");
  fs::create_directory_symlink(outside / "folder", folder / "outer");
  fs::create_directory_symlink("..", folder / "up");
  fs::create_symlink(".hidden", folder / "seen.txt");
  fs::create_symlink("nowhere", folder / "broken.txt");
  fs::create_symlink("loop.txt", folder / "loop.txt");
  fs::create_symlink("a/b.txt", folder / "in.txt");
  EXPECT_EQ(paths(folder), (std::vector<std::string>{"a/b.txt", "in.txt", "index.html"}));
}

// A folder whose name begins like that of the one given out.
TEST(Site, LeavesOutLinksToTheFolderBeside) {
  TestFolder both;
  both.add("web/index.html", "").add("web-secret/a.txt", "secret");
  fs::create_symlink(both / "web-secret/a.txt", both / "web/a.txt");
  EXPECT_EQ(paths(*Folder(both / "web", kNow).site(kNow)),
            (std::vector<std::string>{"index.html"}));
}

TEST(Site, MayBeReachedByALinkAndLieInAHiddenFolder) {
  TestFolder folder;
  folder.add(".local/web/index.html", "page");
  fs::create_directory_symlink(folder / ".local/web", folder / "link");
  EXPECT_EQ(bytes(*Folder(folder / "link", kNow).site(kNow), "index.html"), "page");
}

TEST(Site, LeavesOutWhatIsNoFile) {
  TestFolder folder;
  folder.add("index.html", "");
  ASSERT_EQ(mkfifo((folder / "pipe.txt").c_str(), 0600), 0);
  fs::create_directory(folder / "folder.html");
  EXPECT_EQ(paths(folder), (std::vector<std::string>{"index.html"}));
}

TEST(Site, LeavesOutWhatMayNotBeRead) {
  TestFolder folder;
  folder.add("index.html", "").add("a.txt", "secret");
  fs::permissions(folder / "a.txt", fs::perms::none);
  if (access((folder / "a.txt").c_str(), R_OK) == 0) GTEST_SKIP() << "an administrator reads all";
  EXPECT_EQ(paths(folder), (std::vector<std::string>{"index.html"}));
}

TEST(Site, NeedsAPage) {
  TestFolder folder;
  EXPECT_EQ(trouble_with(folder.path()), Trouble::no_page);
  EXPECT_EQ(trouble_with(folder / "missing"), Trouble::no_page);
  folder.add("a.txt", "");
  EXPECT_EQ(trouble_with(folder.path()), Trouble::no_page);
  EXPECT_EQ(trouble_with(folder / "a.txt"), Trouble::no_page);
}

TEST(Site, HasBounds) {
  TestFolder large;
  large.add("index.html", "");
  fs::resize_file(large / "index.html", kMostBytes + 1);  // takes no room on the disk
  EXPECT_EQ(trouble_with(large.path()), Trouble::too_large);
  TestFolder many;
  many.add("index.html", "");
  for (std::size_t i = 1; i < kMostFiles; ++i) many.add(std::to_string(i), "");
  EXPECT_EQ(paths(many).size(), kMostFiles);
  many.add("one", "");
  EXPECT_EQ(trouble_with(many.path()), Trouble::too_large);
}

TEST(Folder, IsReadAnewWhenItChanged) {
  TestFolder files;
  files.add("index.html", "one").add("old.js", "");
  Folder folder(files.path(), kNow);
  const auto before = folder.site(kNow);
  EXPECT_EQ(folder.site(kNow + 2s), before);

  files.add("index.html", "three").add("new.js", "");
  fs::remove(files / "old.js");
  EXPECT_EQ(folder.site(kNow + 2500ms), before) << "looked at a second time within a second";
  const auto after = folder.site(kNow + 3s);
  EXPECT_EQ(paths(*after), (std::vector<std::string>{"index.html", "new.js"}));
  EXPECT_EQ(bytes(*after, "index.html"), "three");
  EXPECT_EQ(bytes(*before, "index.html"), "one") << "the answer being written has changed";
}

TEST(Folder, NoticesAChangeThatKeepsTheSize) {
  TestFolder files;
  files.add("index.html", "one");
  Folder folder(files.path(), kNow);
  files.add("index.html", "two");
  fs::last_write_time(files / "index.html", fs::file_time_type::clock::now() + 1s);
  EXPECT_EQ(bytes(*folder.site(kNow + 1s), "index.html"), "two");
}

TEST(Folder, StaysAsItWasWhileItHasNoPage) {
  TestFolder files;
  files.add("web/index.html", "one").add("web/a.js", "a");
  Folder folder(files / "web", kNow);
  fs::remove(files / "web/index.html");
  EXPECT_EQ(bytes(*folder.site(kNow + 1s), "index.html"), "one");
  fs::remove_all(files / "web");
  EXPECT_EQ(bytes(*folder.site(kNow + 2s), "a.js"), "a");
  files.add("web/index.html", "two");
  EXPECT_EQ(paths(*folder.site(kNow + 3s)), (std::vector<std::string>{"index.html"}));
}

TEST(Folder, MayBeFilesOfTheProgram) {
  const std::vector<PageFile> files = {
      {"index.html", "page"}, {"assets/a.js", "plain"}, {"assets/a.js.br", "br"}, {"b.gz", "gz"}};
  Folder folder(files);
  const auto site = folder.site(kNow);
  EXPECT_EQ(paths(*site), (std::vector<std::string>{"assets/a.js", "b.gz", "index.html"}));
  EXPECT_EQ(bytes(*site, "assets/a.js"), "plain");
  EXPECT_EQ(bytes(*site, "assets/a.js", Coding::brotli), "br");
  EXPECT_FALSE(site->find("assets/a.js")->second.form(Coding::gzip));
  EXPECT_TRUE(site->find("assets/a.js")->second.is_lasting);
  EXPECT_EQ(folder.site(kNow + 1h), site);

  TestFolder same;
  same.add("index.html", "page").add("assets/a.js", "plain").add("assets/a.js.br", "br");
  const auto read = Folder(same.path(), kNow).site(kNow);
  const auto etag = [](const Site& of, Coding coding) {
    return of.find("assets/a.js")->second.form(coding)->etag;
  };
  EXPECT_EQ(etag(*site, Coding::brotli), etag(*read, Coding::brotli));
  EXPECT_EQ(etag(*site, Coding::identity), etag(*read, Coding::identity));
}

TEST(Folder, NeedsAPageAmongTheFilesOfTheProgram) {
  const std::vector<PageFile> files = {{"a.html", "page"}};
  EXPECT_THROW(Folder{files}, CannotServe);
}

// Each page names a file that came before it and goes after it. In no moment is one without the
// other, so none may be given out without it.
TEST(Folder, IsOfOnePieceWhileItIsBuiltAgain) {
  constexpr int kRounds = 100;
  TestFolder files;
  const auto build = [&](int round) {
    files.add("assets/" + std::to_string(round), "of the page");
    files.add(".new", std::to_string(round));
    fs::rename(files / ".new", files / "index.html");
    fs::remove(files / ("assets/" + std::to_string(round - 1)));
  };
  build(0);
  Folder folder(files.path(), kNow);
  std::atomic<bool> is_over = false;
  std::thread builder([&] {
    for (int round = 1; round <= kRounds; ++round) {
      build(round);
      std::this_thread::sleep_for(10ms);  // more than two times of a file have to differ
    }
    is_over = true;
  });
  Folder::Time now = kNow;
  const auto look = [&] {
    const auto site = folder.site(now += 1s);
    const auto part = site->find("assets/" + bytes(*site, "index.html"));
    return part != site->end() && part->second.form(Coding::identity)->bytes == "of the page";
  };
  bool is_whole = true;
  while (!is_over) is_whole = is_whole && look();
  builder.join();
  EXPECT_TRUE(is_whole);
  EXPECT_TRUE(look());
  EXPECT_EQ(bytes(*folder.site(now), "index.html"), std::to_string(kRounds));
}

}  // namespace
}  // namespace aero::server
