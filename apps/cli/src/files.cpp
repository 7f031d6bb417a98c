#include "files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "console.hpp"

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

Result<Record> parse_file(const std::string& name, const std::string& text) {
  return name.ends_with(".json") ? parse_json(text) : parse_either(text);
}

Exit judge_each(const Call& call, Verdict (*judge)(const Call&, const std::string& name)) {
  Exit worst = Exit::done;
  Json all = Json::array();
  for (const std::string& name : call.texts("RECORD")) {
    Verdict verdict = judge(call, name);
    worst = std::max(worst, verdict.exit);
    if (call.wants_json()) {
      all.push_back(std::move(verdict.json));
    } else if (!verdict.text.empty()) {
      print_line(verdict.text);
    }
  }
  if (call.wants_json()) print_json({{"records", all}});
  return worst;
}

}  // namespace aero::cli
