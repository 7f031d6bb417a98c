// The JSON twin. All JSON is here; the rest of the library does not know of it.

#include "aero/json.hpp"

#include <algorithm>
#include <cassert>
#include <span>

#include "aero/notation.hpp"
#include "aero/record.hpp"
#include "lists.hpp"
#include "tags.hpp"
#include "words.hpp"

namespace aero {
namespace {

using json::Value;

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

// One line of JSON, its members in the order in which they are added.
class ObjectWriter {
 public:
  ObjectWriter& add(std::string_view name, std::string_view value) {
    begin(name) += json::in_quotes(value);
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

// Reads the twin. Stops at the first error.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Result<Record> read() {
    if (auto bad = find_bad_character(text_, true)) return placed(bad->at, std::move(bad->error));
    const json::Parsed parsed = json::parse(text_.substr(begin_));
    if (!parsed.value) return placed(begin_ + parsed.error_at, {"record.json_syntax", {}});
    const Value& root = *parsed.value;
    if (read_head(root) && read_tags(root) && read_entries(root) && check_result(root)) {
      return std::move(record_);
    }
    return std::move(*error_);
  }

 private:
  Error placed(std::size_t at, Error error) const {
    const std::string_view before = text_.substr(0, at);
    error.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    error.column = static_cast<int>(at - (before.rfind('\n') + 1)) + 1;
    return error;
  }

  // All readers answer whether to go on. An error stands at a value.
  bool fail(const Value& value, Error error) {
    error_ = placed(begin_ + value.at, std::move(error));
    return false;
  }
  // At the member, or where there is none at the object.
  bool fail_at(const Value& object, std::string_view name, Error error) {
    const Value* member = object.find(name);
    return fail(member == nullptr ? object : *member, std::move(error));
  }
  bool fail_member(const Value& object, std::string_view name, std::string_view expected) {
    return fail_at(object, name,
                   {"record.json_member",
                    {{"member", std::string(name)}, {"expected", std::string(expected)}}});
  }

  bool check_members(const Value& object, std::span<const std::string_view> allowed) {
    if (!object.is_object()) return fail(object, {"record.json_not_object", {}});
    for (const Value& member : object.items) {
      if (std::ranges::find(allowed, member.name) == allowed.end()) {
        return fail(member, {"record.json_unknown", {{"member", quote(member.name)}}});
      }
    }
    return true;
  }

  static const std::string* find_string(const Value& object, std::string_view name) {
    const Value* member = object.find(name);
    return member == nullptr ? nullptr : member->as_text();
  }
  // An integer of at most nine digits.
  static std::optional<int> find_integer(const Value& object, std::string_view name) {
    const Value* member = object.find(name);
    const auto number = member == nullptr ? std::nullopt : member->as_whole();
    if (!number || *number > 999'999'999) return std::nullopt;
    return static_cast<int>(*number);
  }
  static bool has(const Value& object, std::string_view name) {
    return object.find(name) != nullptr;
  }

  bool read_head(const Value& root) {
    if (!check_members(root, kMembers)) return false;
    const std::string* format = find_string(root, "format");
    if (format == nullptr || *format != kFormat) return fail_member(root, "format", kFormat);
    if (find_integer(root, "version") != kVersion) {
      return fail_member(root, "version", std::to_string(kVersion));
    }
    if (has(root, "rules")) {
      const std::string* text = find_string(root, "rules");
      if (text == nullptr) return fail_member(root, "rules", "\"…\"");
      const auto rules = parse_rules(*text);
      if (!rules) return fail_at(root, "rules", shorten(rules.errors().front()));
      record_.rules = *rules;
    }
    const std::string* text = find_string(root, "start");
    if (text == nullptr) return fail_member(root, "start", "\"…\"");
    const auto start = parse_position(record_.rules, *text);
    if (!start) return fail_at(root, "start", shorten(start.errors().front()));
    record_.start = *start;
    return true;
  }

  static Error shorten(Error error) {
    for (auto& [name, value] : error.arguments) value = quote(value);
    return error;
  }

  bool read_tags(const Value& root) {
    const Value* tags = root.find("tags");
    if (tags == nullptr) return true;
    if (!tags->is_list()) return fail_member(root, "tags", "[…]");
    TagChecker checker(record_.start);
    return std::ranges::all_of(tags->items,
                               [&](const Value& tag) { return read_tag(tag, checker); });
  }

  bool read_tag(const Value& tag, TagChecker& checker) {
    static constexpr std::string_view kTagMembers[] = {"name", "value"};
    if (!check_members(tag, kTagMembers)) return false;
    const std::string* name = find_string(tag, "name");
    const std::string* value = find_string(tag, "value");
    if (name == nullptr) return fail_member(tag, "name", "\"…\"");
    if (value == nullptr) return fail_member(tag, "value", "\"…\"");
    if (auto error = checker.add({*name, *value})) return fail(tag, std::move(*error));
    record_.tags.push_back({*name, *value});
    return true;
  }

  bool read_entries(const Value& root) {
    game_.emplace(record_.rules, record_.start);
    const Value* entries = root.find("entries");
    if (entries == nullptr) return true;
    if (!entries->is_list()) return fail_member(root, "entries", "[…]");
    for (const Value& entry : entries->items) {
      if (!read_entry(entry)) return false;
    }
    if (auto error = game_->check_starting()) return fail(*entries, std::move(*error));
    return true;
  }

  bool read_entry(const Value& entry) {
    if (!entry.is_object()) return fail(entry, {"record.json_not_object", {}});
    if (has(entry, "roll")) return read_roll(entry);
    if (has(entry, "starting_roll")) return read_starting_roll(entry);
    if (has(entry, "move")) return read_move(entry);
    if (has(entry, "takeback")) return read_take_back(entry);
    if (has(entry, "note")) return read_note(entry);
    if (has(entry, "comment")) return read_comment(entry);
    return fail(entry, {"record.json_entry", {}});
  }

  // What is wrong with it is told at `value`.
  bool take(const Value& value, Entry entry) {
    if (auto error = game_->add(entry)) return fail(value, std::move(*error));
    record_.entries.push_back(std::move(entry));
    return true;
  }

  bool read_pip(const Value& entry, std::string_view name, std::optional<Pip>& pip) {
    const auto number = find_integer(entry, name);
    pip = number ? Pip::from(*number) : std::nullopt;
    return pip || fail_member(entry, name, "1–6");
  }
  // A member that could be left out has to be right where it stands.
  bool check_text(const Value& entry, std::string_view name, std::string_view expected) {
    if (!has(entry, name)) return true;
    const std::string* text = find_string(entry, name);
    return (text != nullptr && *text == expected) || fail_member(entry, name, expected);
  }

  bool read_roll(const Value& entry) {
    static constexpr std::string_view kRollMembers[] = {"round", "seat", "roll", "mark"};
    std::optional<Pip> pip;
    if (!check_members(entry, kRollMembers) || !read_pip(entry, "roll", pip)) return false;
    if (!game_->state().is_over()) {
      const int round = game_->round();
      if (has(entry, "round") && find_integer(entry, "round") != round) {
        return fail_member(entry, "round", std::to_string(round));
      }
      if (!check_text(entry, "seat", to_text(game_->state().turn()))) return false;
    }
    if (!take(entry, *pip)) return false;
    const std::string_view mark = mark_of(game_->plies().back().fate);
    if (!mark.empty() || !has(entry, "mark")) return check_text(entry, "mark", mark);
    const std::string* text = find_string(entry, "mark");
    return fail_at(entry, "mark",
                   {"record.mark_not_due",
                    {{"mark", text == nullptr ? "" : quote(*text)},
                     {"roll", std::to_string(pip->value())},
                     {"choices", move_list(record_.rules, game_->state())}}});
  }

  bool read_starting_roll(const Value& entry) {
    static constexpr std::string_view kStartingMembers[] = {"seat", "starting_roll"};
    std::optional<Pip> pip;
    if (!check_members(entry, kStartingMembers) || !read_pip(entry, "starting_roll", pip)) {
      return false;
    }
    const auto seat = game_->starting_seat();
    if (seat && !check_text(entry, "seat", to_text(*seat))) return false;
    return take(entry, StartingRoll{*pip});
  }

  bool read_move(const Value& entry) {
    static constexpr std::string_view kMoveMembers[] = {"move"};
    if (!check_members(entry, kMoveMembers)) return false;
    const std::string* text = find_string(entry, "move");
    if (text == nullptr) return fail_member(entry, "move", "\"…\"");
    const auto move = parse_move(*text);
    if (!move) return fail_at(entry, "move", shorten(move.errors().front()));
    return take(*entry.find("move"), *move);
  }

  bool read_take_back(const Value& entry) {
    static constexpr std::string_view kTakeBackMembers[] = {"takeback"};
    if (!check_members(entry, kTakeBackMembers)) return false;
    const auto plies = find_integer(entry, "takeback");
    if (!plies) return fail_member(entry, "takeback", "1, 2, …");
    return take(*entry.find("takeback"), TakeBack{*plies});
  }

  bool read_note(const Value& entry) {
    static constexpr std::string_view kNoteMembers[] = {"note", "text"};
    if (!check_members(entry, kNoteMembers)) return false;
    const std::string* word = find_string(entry, "note");
    const std::string* text = find_string(entry, "text");
    if (word == nullptr) return fail_member(entry, "note", "\"…\"");
    if (text == nullptr && has(entry, "text")) return fail_member(entry, "text", "\"…\"");
    return take(entry, Note{*word, text == nullptr ? "" : squeeze(*text)});
  }

  bool read_comment(const Value& entry) {
    static constexpr std::string_view kCommentMembers[] = {"comment"};
    if (!check_members(entry, kCommentMembers)) return false;
    const std::string* text = find_string(entry, "comment");
    if (text == nullptr) return fail_member(entry, "comment", "\"…\"");
    return take(entry, Comment{squeeze(*text)});
  }

  bool check_result(const Value& root) {
    if (!has(root, "result")) return true;
    const std::string* result = find_string(root, "result");
    if (result == nullptr) return fail_member(root, "result", "\"…\"");
    const std::string expected = result_text(game_->state());
    if (*result == expected) return true;
    return fail_at(root, "result",
                   {"record.wrong_result", {{"result", quote(*result)}, {"expected", expected}}});
  }

  std::string_view text_;
  std::size_t begin_ = find_begin(text_);
  std::optional<Error> error_;
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
  text.append("  \"format\": ").append(json::in_quotes(kFormat)).append(",\n");
  text.append("  \"version\": ").append(std::to_string(kVersion)).append(",\n");
  text.append("  \"rules\": ").append(json::in_quotes(to_text(record.rules))).append(",\n");
  text.append("  \"start\": ").append(json::in_quotes(to_text(record.start))).append(",\n");
  ListWriter tags(text, "tags");
  for (const Tag& tag : record.tags) {
    tags.add(ObjectWriter().add("name", tag.name).add("value", tag.value).close());
  }
  tags.close();
  text.append(entries).append("  \"result\": ").append(json::in_quotes(result_text(game.state())));
  return text + "\n}\n";
}

Result<Record> parse_json(std::string_view text) { return JsonReader(text).read(); }

Result<Record> parse_either(std::string_view text) {
  const std::string_view rest = text.substr(find_begin(text));
  const auto next = [&](std::size_t from) { return rest.find_first_not_of(" \t\r\n", from); };
  const std::size_t brace = next(0);
  if (brace == std::string_view::npos || rest[brace] != '{') return parse_record(text);
  const std::size_t quote = next(brace + 1);
  if (quote == std::string_view::npos || rest[quote] != '"') return parse_record(text);
  Result<Record> twin = parse_json(text);
  if (twin) return twin;
  const Result<Record> record = parse_record(text);
  return record ? record : twin;
}

}  // namespace aero
