#include "files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "console.hpp"
#include "replace.hpp"

namespace aero::cli {
namespace {

constexpr std::size_t kMostBytes = 16 << 20;  // no game comes near it

BadInput unreadable(const std::string& name, int error) {
  switch (error) {
    case ENOENT: return BadInput::about("cli.file.missing", {{"name", name}});
    case EACCES: return BadInput::about("cli.file.denied", {{"name", name}});
    case EISDIR: return BadInput::about("cli.file.folder", {{"name", name}});
    default:
      return BadInput::about("cli.file.unreadable",
                             {{"name", name}, {"reason", std::strerror(error)}});
  }
}

std::string read_all(std::FILE* file, const std::string& name) {
  std::string text;
  char buffer[1 << 16];
  std::size_t count = 0;
  do {
    count = std::fread(buffer, 1, sizeof buffer, file);
    text.append(buffer, count);
    if (text.size() > kMostBytes) {
      throw BadInput::about("cli.file.too_large",
                            {{"name", name}, {"bytes", std::to_string(kMostBytes)}});
    }
  } while (count == sizeof buffer);
  if (std::ferror(file) != 0) throw unreadable(name, errno);
  return text;
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::string read_file(const std::string& name) {
  if (name == "-") return read_all(stdin, name);
  const std::unique_ptr<std::FILE, Close> file(std::fopen(name.c_str(), "rb"));
  if (!file) throw unreadable(name, errno);
  return read_all(file.get(), name);
}

namespace {

[[noreturn]] void fail_to_write(const std::string& name, const std::string& reason) {
  throw BadInput::about("cli.file.unwritable", {{"name", name}, {"reason", reason}});
}

// Devices and pipes take what they are given.
std::string write_to(const std::string& device, std::string_view data) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(device.c_str(), "wb"));
  if (!file) return std::strerror(errno);
  const bool is_written = std::fwrite(data.data(), 1, data.size(), file.get()) == data.size() &&
                          std::fflush(file.get()) == 0;
  return is_written ? "" : std::strerror(errno);
}

}  // namespace

void write_file(const std::string& name, std::string_view data) {
  const std::string reason = is_device(name) ? write_to(name, data) : replace_file(name, data);
  if (!reason.empty()) fail_to_write(name, reason);
}

void expect_writable(const std::string& name) {
  if (is_device(name)) return;
  if (const std::string reason = why_not_replaced(name); !reason.empty()) {
    fail_to_write(name, reason);
  }
}

void expect_different(const Call& call, std::string_view flag, std::string_view other) {
  if (!call.has(flag) || !call.has(other)) return;
  const std::filesystem::path file = call.text(flag);
  const std::filesystem::path second = call.text(other);
  std::error_code error;
  const bool is_same = std::filesystem::weakly_canonical(file, error) ==
                       std::filesystem::weakly_canonical(second, error);
  if (!is_same || is_device(file)) return;
  throw BadInput::about(
      "cli.file.same",
      {{"flag", std::string(flag)}, {"other", std::string(other)}, {"name", file.string()}});
}

void make_folder(const std::string& name) {
  std::error_code error;
  std::filesystem::create_directories(name, error);
  const int reason = error ? error.value() : ::access(name.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
  if (reason == 0) return;
  fail_to_write(name, std::strerror(reason));
}

bool read_line(std::FILE* file, std::string& line) {
  line.clear();
  int character = std::getc(file);
  if (character == EOF && std::ferror(file) != 0) throw unreadable("-", errno);
  if (character == EOF) return false;
  for (; character != EOF && character != '\n'; character = std::getc(file)) {
    if (line.size() <= kMaxLine) line += static_cast<char>(character);
  }
  return true;
}

Result<Record> parse_file(const std::string& name, const std::string& text) {
  return name.ends_with(".json") ? parse_json(text) : parse_either(text);
}

Exit judge_each(const Call& call, Judgement (*judge)(const Call&, const std::string& name)) {
  Exit worst = Exit::done;
  Json all = Json::array();
  for (const std::string& name : call.texts("RECORD")) {
    Judgement judgement = judge(call, name);
    worst = std::max(worst, judgement.exit);
    if (call.wants_json()) {
      all.push_back(std::move(judgement.json));
    } else if (!judgement.text.empty()) {
      print_line(judgement.text);
    }
  }
  if (call.wants_json()) print_json({{"records", all}});
  return worst;
}

}  // namespace aero::cli
