// The JSON twin. All JSON is here; the rest of the library does not know of it.

#define JSON_NO_IO 1
#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <span>

#include "aero/notation.hpp"
#include "aero/record.hpp"
#include "lists.hpp"
#include "tags.hpp"
#include "words.hpp"

namespace aero {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormat = "aeroplane-record";
constexpr int kVersion = 1;
constexpr std::string_view kMembers[] = {"format", "version", "rules", "start",
                                         "tags",   "entries", "result"};

constexpr std::string_view mark_of(Ply::Fate fate) {
  switch (fate) {
    case Ply::Fate::lost: return ".";
    case Ply::Fate::punished: return "#";
    case Ply::Fate::waiting: break;
  }
  return "";
}

std::string json_text(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One line of JSON, its members in the order in which they are added.
class ObjectWriter {
 public:
  ObjectWriter& add(std::string_view name, std::string_view value) {
    begin(name) += json_text(value);
    return *this;
  }
  ObjectWriter& add(std::string_view name, int value) {
    begin(name) += std::to_string(value);
    return *this;
  }
  std::string close() { return text_ + "}"; }

 private:
  std::string& begin(std::string_view name) {
    text_.append(text_.empty() ? "{\"" : ", \"").append(name).append("\": ");
    return text_;
  }

  std::string text_;
};

// A list with one item a line, so that records can be compared line by line.
class ListWriter {
 public:
  ListWriter(std::string& text, std::string_view name) : text_(text) {
    text_.append("  \"").append(name).append("\": [");
  }
  void add(std::string_view item) {
    text_.append(is_empty_ ? "\n    " : ",\n    ").append(item);
    is_empty_ = false;
  }
  void close() { text_ += is_empty_ ? "],\n" : "\n  ],\n"; }

 private:
  std::string& text_;
  bool is_empty_ = true;
};

// Entries as JSON, each in the game that those before it made.
class EntryWriter {
 public:
  explicit EntryWriter(Game& game) : game_(game) {}

  std::string write(const Entry& entry) {
    ObjectWriter object;
    std::visit([&](const auto& one) { write_one(object, one); }, entry);
    [[maybe_unused]] const auto error = game_.add(entry);
    assert(!error);
    if (std::holds_alternative<Pip>(entry)) {
      const std::string_view mark = mark_of(game_.plies().back().fate);
      if (!mark.empty()) object.add("mark", mark);
    }
    return object.close();
  }

 private:
  void write_one(ObjectWriter& object, const StartingRoll& roll) {
    object.add("seat", to_text(*game_.starting_seat())).add("starting_roll", roll.pip.value());
  }
  void write_one(ObjectWriter& object, const Pip& roll) {
    object.add("round", game_.round()).add("seat", to_text(game_.state().turn()));
    object.add("roll", roll.value());
  }
  void write_one(ObjectWriter& object, const Move& move) { object.add("move", to_text(move)); }
  void write_one(ObjectWriter& object, const TakeBack& take_back) {
    object.add("takeback", take_back.plies);
  }
  void write_one(ObjectWriter& object, const Note& note) {
    object.add("note", note.word).add("text", note.text);
  }
  void write_one(ObjectWriter& object, const Comment& comment) {
    object.add("comment", comment.text);
  }

  Game& game_;
};

// Where a member or an item stands in a text that is known to be JSON.
class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  // Goes to the value of the last member of that name; stays at the object where there is none.
  void enter(std::string_view name) {
    std::size_t found = at_;
    if (open('{')) {
      while (peek() == '"') {
        const std::size_t begin = at_ + 1;
        skip_value();
        const bool is_it = text_.substr(begin, at_ - 1 - begin) == name;
        skip_filling();
        if (is_it) found = at_;
        skip_value();
        skip_filling();
      }
    }
    at_ = found;
  }
  // Goes to the n-th item, from 0; stays at the list where there are fewer.
  void enter(std::size_t n) {
    const std::size_t begin = at_;
    if (!open('[')) return;
    for (; n > 0 && peek() != ']'; --n) {
      skip_value();
      skip_filling();
    }
    if (peek() == ']') at_ = begin;
  }

  // The error, with the place here.
  Error locate(Error error) const {
    const std::string_view before = text_.substr(0, at_);
    error.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    error.column = static_cast<int>(at_ - (before.rfind('\n') + 1)) + 1;
    return error;
  }
  void go(std::size_t at) { at_ = std::min(at, text_.size()); }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  // Spaces, and what stands between values.
  void skip_filling() {
    while (is_space(peek()) || peek() == ',' || peek() == ':') ++at_;
  }
  bool open(char bracket) {
    skip_filling();
    if (peek() != bracket) return false;
    ++at_;
    skip_filling();
    return true;
  }
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
  }
  void skip_value() {
    int depth = 0;
    do {
      const char c = peek();
      if (c == '"') {
        skip_string();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at_;
      } else if (c == '}' || c == ']') {
        --depth;
        ++at_;
      } else {
        at_ = std::min(text_.find_first_of(",:]}[{\" \t\r\n", at_ + 1), text_.size());
      }
      if (depth > 0) skip_filling();
    } while (depth > 0 && at_ < text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Takes nothing but the place of the first error.
struct SyntaxProbe : nlohmann::json_sax<Json> {
  std::size_t at = 0;  // bytes read

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    at = position > 0 ? position - 1 : 0;
    return false;
  }
};

// Reads the twin. Stops at the first error, which it locates in the end.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text), finder_(text) {}

  Result<Record> read() {
    if (auto bad = find_bad_character(text_, true)) {
      finder_.go(bad->at);
      return finder_.locate(std::move(bad->error));
    }
    root_ = Json::parse(text_, nullptr, false);
    if (root_.is_discarded()) {
      SyntaxProbe probe;
      Json::sax_parse(text_, &probe);
      finder_.go(probe.at);
      return finder_.locate({"record.json_syntax", {}});
    }
    if (read_head() && read_tags() && read_entries() && check_result()) return std::move(record_);
    return finder_.locate(std::move(*error_));
  }

 private:
  // All readers answer whether to go on.
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  bool fail_at(std::string_view member, Error error) {
    finder_.enter(member);
    return fail(std::move(error));
  }
  bool fail_member(std::string_view member, std::string_view expected) {
    return fail_at(member,
                   {"record.json_member",
                    {{"member", std::string(member)}, {"expected", std::string(expected)}}});
  }

  bool check_members(const Json& object, std::span<const std::string_view> allowed) {
    if (!object.is_object()) return fail({"record.json_not_object", {}});
    for (const auto& [name, value] : object.items()) {
      if (std::ranges::find(allowed, name) == allowed.end()) {
        return fail_at(name, {"record.json_unknown", {{"member", quote(name)}}});
      }
    }
    return true;
  }

  static const std::string* find_string(const Json& object, std::string_view name) {
    const auto at = object.find(name);
    return at == object.end() ? nullptr : at->get_ptr<const std::string*>();
  }
  // An integer of at most nine digits.
  static std::optional<int> find_integer(const Json& object, std::string_view name) {
    const auto at = object.find(name);
    if (at == object.end() || !at->is_number_unsigned()) return std::nullopt;
    const auto number = at->get<std::uint64_t>();
    if (number > 999'999'999) return std::nullopt;
    return static_cast<int>(number);
  }

  bool read_head() {
    if (!check_members(root_, kMembers)) return false;
    const std::string* format = find_string(root_, "format");
    if (format == nullptr || *format != kFormat) return fail_member("format", kFormat);
    if (find_integer(root_, "version") != kVersion) {
      return fail_member("version", std::to_string(kVersion));
    }
    if (root_.contains("rules")) {
      const std::string* text = find_string(root_, "rules");
      if (text == nullptr) return fail_member("rules", "\"…\"");
      const auto rules = parse_rules(*text);
      if (!rules) return fail_at("rules", shorten(rules.errors().front()));
      record_.rules = *rules;
    }
    const std::string* text = find_string(root_, "start");
    if (text == nullptr) return fail_member("start", "\"…\"");
    const auto start = parse_position(record_.rules, *text);
    if (!start) return fail_at("start", shorten(start.errors().front()));
    record_.start = *start;
    return true;
  }

  static Error shorten(Error error) {
    for (auto& [name, value] : error.arguments) value = quote(value);
    return error;
  }

  // The list of that name, empty where there is none.
  const Json* find_list(std::string_view name) {
    static const Json kEmpty = Json::array();
    const auto at = root_.find(name);
    if (at == root_.end()) return &kEmpty;
    if (at->is_array()) return &*at;
    fail_member(name, "[…]");
    return nullptr;
  }
  bool fail_item(std::string_view list, std::size_t item) {
    Finder finder(text_);
    finder.enter(list);
    finder.enter(item);
    if (!member_.empty()) finder.enter(member_);
    finder_ = finder;
    return false;
  }

  bool read_tags() {
    const Json* tags = find_list("tags");
    if (tags == nullptr) return false;
    TagChecker checker(record_.start);
    for (std::size_t i = 0; i < tags->size(); ++i) {
      if (!read_tag((*tags)[i], checker)) return fail_item("tags", i);
    }
    return true;
  }

  bool read_tag(const Json& json, TagChecker& checker) {
    static constexpr std::string_view kTagMembers[] = {"name", "value"};
    if (!check_item(json, kTagMembers)) return false;
    const std::string* name = find_string(json, "name");
    const std::string* value = find_string(json, "value");
    if (name == nullptr) return fail_item_member("name", "\"…\"");
    if (value == nullptr) return fail_item_member("value", "\"…\"");
    if (auto error = checker.add({*name, *value})) return fail(std::move(*error));
    record_.tags.push_back({*name, *value});
    return true;
  }

  // Like check_members, for an item of a list, whose place is found afterwards.
  bool check_item(const Json& json, std::span<const std::string_view> allowed) {
    if (!json.is_object()) return fail({"record.json_not_object", {}});
    for (const auto& [name, value] : json.items()) {
      if (std::ranges::find(allowed, name) != allowed.end()) continue;
      member_ = name;
      return fail({"record.json_unknown", {{"member", quote(name)}}});
    }
    return true;
  }
  bool fail_item_member(std::string_view member, std::string_view expected) {
    member_ = member;
    return fail({"record.json_member",
                 {{"member", std::string(member)}, {"expected", std::string(expected)}}});
  }

  bool read_entries() {
    const Json* entries = find_list("entries");
    if (entries == nullptr) return false;
    game_.emplace(record_.rules, record_.start);
    for (std::size_t i = 0; i < entries->size(); ++i) {
      if (!read_entry((*entries)[i])) return fail_item("entries", i);
    }
    if (auto error = game_->check_starting()) return fail_at("entries", std::move(*error));
    return true;
  }

  bool read_entry(const Json& json) {
    if (!json.is_object()) return fail({"record.json_not_object", {}});
    if (json.contains("roll")) return read_roll(json);
    if (json.contains("starting_roll")) return read_starting_roll(json);
    if (json.contains("move")) return read_move(json);
    if (json.contains("takeback")) return read_take_back(json);
    if (json.contains("note")) return read_note(json);
    if (json.contains("comment")) return read_comment(json);
    return fail({"record.json_entry", {}});
  }

  bool take(Entry entry) {
    if (auto error = game_->add(entry)) return fail(std::move(*error));
    record_.entries.push_back(std::move(entry));
    return true;
  }

  bool read_pip(const Json& json, std::string_view name, std::optional<Pip>& pip) {
    const auto number = find_integer(json, name);
    pip = number ? Pip::from(*number) : std::nullopt;
    return pip || fail_item_member(name, "1–6");
  }
  // A member that could be left out has to be right where it stands.
  bool check_text(const Json& json, std::string_view name, std::string_view expected) {
    if (!json.contains(name)) return true;
    const std::string* text = find_string(json, name);
    return (text != nullptr && *text == expected) || fail_item_member(name, expected);
  }

  bool read_roll(const Json& json) {
    static constexpr std::string_view kRollMembers[] = {"round", "seat", "roll", "mark"};
    std::optional<Pip> pip;
    if (!check_item(json, kRollMembers) || !read_pip(json, "roll", pip)) return false;
    if (!game_->state().is_over()) {
      const int round = game_->round();
      if (json.contains("round") && find_integer(json, "round") != round) {
        return fail_item_member("round", std::to_string(round));
      }
      if (!check_text(json, "seat", to_text(game_->state().turn()))) return false;
    }
    if (!take(*pip)) return false;
    const std::string_view mark = mark_of(game_->plies().back().fate);
    if (!mark.empty() || !json.contains("mark")) return check_text(json, "mark", mark);
    member_ = "mark";
    return fail({"record.mark_not_due",
                 {{"mark", find_string(json, "mark") ? quote(*find_string(json, "mark")) : ""},
                  {"roll", std::to_string(pip->value())},
                  {"choices", move_list(record_.rules, game_->state())}}});
  }

  bool read_starting_roll(const Json& json) {
    static constexpr std::string_view kStartingMembers[] = {"seat", "starting_roll"};
    std::optional<Pip> pip;
    if (!check_item(json, kStartingMembers) || !read_pip(json, "starting_roll", pip)) return false;
    const auto seat = game_->starting_seat();
    if (seat && !check_text(json, "seat", to_text(*seat))) return false;
    return take(StartingRoll{*pip});
  }

  bool read_move(const Json& json) {
    static constexpr std::string_view kMoveMembers[] = {"move"};
    if (!check_item(json, kMoveMembers)) return false;
    const std::string* text = find_string(json, "move");
    if (text == nullptr) return fail_item_member("move", "\"…\"");
    member_ = "move";
    const auto move = parse_move(*text);
    if (!move) return fail(shorten(move.errors().front()));
    return take(*move);
  }

  bool read_take_back(const Json& json) {
    static constexpr std::string_view kTakeBackMembers[] = {"takeback"};
    if (!check_item(json, kTakeBackMembers)) return false;
    const auto plies = find_integer(json, "takeback");
    if (!plies) return fail_item_member("takeback", "1, 2, …");
    member_ = "takeback";
    return take(TakeBack{*plies});
  }

  bool read_note(const Json& json) {
    static constexpr std::string_view kNoteMembers[] = {"note", "text"};
    if (!check_item(json, kNoteMembers)) return false;
    const std::string* word = find_string(json, "note");
    const std::string* text = find_string(json, "text");
    if (word == nullptr) return fail_item_member("note", "\"…\"");
    if (text == nullptr && json.contains("text")) return fail_item_member("text", "\"…\"");
    return take(Note{*word, text == nullptr ? "" : squeeze(*text)});
  }

  bool read_comment(const Json& json) {
    static constexpr std::string_view kCommentMembers[] = {"comment"};
    if (!check_item(json, kCommentMembers)) return false;
    const std::string* text = find_string(json, "comment");
    if (text == nullptr) return fail_item_member("comment", "\"…\"");
    return take(Comment{squeeze(*text)});
  }

  bool check_result() {
    if (!root_.contains("result")) return true;
    const std::string* result = find_string(root_, "result");
    if (result == nullptr) return fail_member("result", "\"…\"");
    const std::string expected = result_text(game_->state());
    if (*result == expected) return true;
    return fail_at("result",
                   {"record.wrong_result", {{"result", quote(*result)}, {"expected", expected}}});
  }

  std::string_view text_;
  Finder finder_;
  std::optional<Error> error_;
  std::string member_;  // of the item that is wrong; empty for the item itself
  Json root_;
  Record record_;
  std::optional<Game> game_;
};

}  // namespace

std::string to_json(const Record& record) {
  Game game(record.rules, record.start);
  std::string entries;
  ListWriter entry_list(entries, "entries");
  EntryWriter writer(game);
  for (const Entry& entry : record.entries) entry_list.add(writer.write(entry));
  entry_list.close();

  std::string text = "{\n";
  text.append("  \"format\": ").append(json_text(kFormat)).append(",\n");
  text.append("  \"version\": ").append(std::to_string(kVersion)).append(",\n");
  text.append("  \"rules\": ").append(json_text(to_text(record.rules))).append(",\n");
  text.append("  \"start\": ").append(json_text(to_text(record.start))).append(",\n");
  ListWriter tags(text, "tags");
  for (const Tag& tag : record.tags) {
    tags.add(ObjectWriter().add("name", tag.name).add("value", tag.value).close());
  }
  tags.close();
  text.append(entries).append("  \"result\": ").append(json_text(result_text(game.state())));
  return text + "\n}\n";
}

Result<Record> parse_json(std::string_view text) { return JsonReader(text).read(); }

}  // namespace aero
