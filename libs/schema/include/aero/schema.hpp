#pragma once
// Types that say what their members are, and their JSON in both directions. TypeScript comes from
// aero/schema/typescript.hpp, JSON Schema from aero/schema/json_schema.hpp.
//
//   struct Point {
//     static constexpr std::string_view kName = "Point";
//     static constexpr std::string_view kAbout = "In squares.";  // where there is more to say
//     int x = 0;
//     int y = 0;
//     static void describe(auto&& visit) {
//       visit("x", &Point::x, "to the right");
//       visit("y", &Point::y, "");
//     }
//   };
//
// A struct that has a kType too begins with a member "type" of that value, and of such structs a
// std::variant can be made: see OneOf. A member of type std::optional may be missing; OrNull is
// always there. Whatever else goes into JSON has a specialization of Traits.

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "aero/json.hpp"

namespace aero::schema {

using json::Value;

// A type in JSON. All are static:
//   kName                 of a type that is declared by its name in TypeScript and JSON Schema
//   text()                the type in TypeScript
//   schema()              the type in JSON Schema, as members of an object
//   write(writer, value)
//   read(reader, json, value)   whether it is one; if not, reader.fail…() has been told why
//   visit_parts(visit)    calls visit(std::type_identity<Part>()) for each type it is made of
// What is not asked for need not be there.
template <class T>
struct Traits;

template <class T>
concept Described = requires { T::kName; };
template <class T>
concept Typed = Described<T> && requires { T::kType; };
template <class T>
concept Named = requires { Traits<T>::kName; };

// A whole number that may be below zero; int and std::int64_t are not when they are read.
struct Signed {
  std::int64_t value = 0;
  bool operator==(const Signed&) const = default;
};

// The largest number that JavaScript counts exactly, and the most that is read.
inline constexpr std::int64_t kMostWhole = (std::int64_t{1} << 53) - 1;

// In JSON, none is null.
template <class T>
struct OrNull : std::optional<T> {
  using std::optional<T>::optional;
  explicit(false) OrNull(std::optional<T> value) : std::optional<T>(std::move(value)) {}
};

// ---- writing ----

// Writes values one after the other; what comes out is always JSON, whatever bytes are in a text.
class Writer {
 public:
  explicit Writer(std::size_t expected_bytes = 0) { text_.reserve(expected_bytes); }
  std::string take() { return std::move(text_); }

  template <class T>
  void write(const T& value) {
    Traits<T>::write(*this, value);
  }
  void write_text(std::string_view text) { json::append_quoted(text_, text); }
  void write_json(std::string_view json) { text_ += json; }
  void write_whole(std::int64_t number) {
    std::array<char, 20> digits;
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text_.append(digits.data(), result.ptr);
  }
  void write_list(const auto& list) {
    text_ += '[';
    bool is_first = true;
    for (const auto& each : list) {
      if (!is_first) text_ += ',';
      is_first = false;
      write(each);
    }
    text_ += ']';
  }

  // Braces, and what stands between the members.
  class Object {
   public:
    explicit Object(Writer& writer) : writer_(writer) { writer_.text_ += '{'; }
    ~Object() { writer_.text_ += '}'; }
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    void begin(std::string_view name) {
      if (!is_empty_) writer_.text_ += ',';
      is_empty_ = false;
      writer_.write_text(name);
      writer_.text_ += ':';
    }
    template <class T>
    void add(std::string_view name, const T& value) {
      begin(name);
      writer_.write(value);
    }
    // A member that may be missing.
    template <class T>
      requires requires { Traits<std::optional<T>>::kMayBeMissing; }
    void add(std::string_view name, const std::optional<T>& value) {
      if (value) add(name, *value);
    }

   private:
    Writer& writer_;
    bool is_empty_ = true;
  };

 private:
  std::string text_;
};

template <class T>
std::string to_json(const T& value) {
  Writer writer;
  writer.write(value);
  return writer.take();
}

// ---- reading ----

// What a reader does with members that a type does not have.
enum class Others : std::uint8_t { pass_over, refuse };

struct Problem {
  enum class Kind : std::uint8_t { wrong, unknown_member, member_twice, unknown_type };
  Kind kind = Kind::wrong;  // wrong: of another type than expected, or missing
  std::string member;       // its path, such as players[1].name; empty: the whole
  std::string detail;       // the type that is expected; of an unknown type its text
};

// Reads values of JSON that has been parsed. Members that may not be missing have to be there.
template <Others Rest>
class Reader {
 public:
  // Is all as it has to be; if not, problem() says what is wrong first.
  template <class T>
  bool read(const Value& json, T& value) {
    return Traits<T>::read(*this, json, value);
  }
  const Problem& problem() const { return problem_; }

  // For Traits: all give false.
  template <class T>
  bool fail() {
    return fail(Problem::Kind::wrong, {}, Traits<T>::text());
  }
  bool fail(Problem::Kind kind, std::string_view member, std::string detail = {}) {
    problem_ = {kind, std::string(member), std::move(detail)};
    return false;
  }
  // Says in what the value lies that failed: a member, or "[3]".
  bool fail_in(std::string_view outer) {
    std::string& path = problem_.member;
    if (!path.empty() && path.front() != '[') path.insert(0, 1, '.');
    path.insert(0, outer);
    return false;
  }

  // The members of an object, asked for by name. Those that come in the order in which they are
  // asked for are found at once.
  class Members {
   public:
    explicit Members(const Value& object) : object_(object) {}
    const Value* find(std::string_view name) {
      if constexpr (Rest == Others::pass_over) return object_.find(name);
      const auto& items = object_.items;
      for (std::size_t step = 0; step < items.size(); ++step) {
        const std::size_t at =
            next_ + step < items.size() ? next_ + step : next_ + step - items.size();
        if (items[at].name != name) continue;
        next_ = at + 1;
        ++found_;
        return &items[at];
      }
      return nullptr;
    }
    bool has_more() const { return Rest == Others::refuse && found_ != object_.items.size(); }

   private:
    const Value& object_;
    std::size_t next_ = 0;
    std::size_t found_ = 0;
  };

  template <class T>
  bool read_member(Members& members, std::string_view name, T& value) {
    const Value* const member = members.find(name);
    if (member != nullptr) return read(*member, value) || fail_in(name);
    if constexpr (requires { Traits<T>::kMayBeMissing; }) {
      value.reset();
      return true;
    } else {
      return fail<T>() || fail_in(name);
    }
  }

 private:
  Problem problem_;
};

// ---- the usual types ----

template <>
struct Traits<std::string_view> {
  static std::string text() { return "string"; }
  static std::string schema() { return R"("type": "string")"; }
  static void write(Writer& writer, std::string_view value) { writer.write_text(value); }
};

template <>
struct Traits<std::string> : Traits<std::string_view> {
  static bool read(auto& reader, const Value& json, std::string& value) {
    const std::string* const text = json.as_text();
    if (text == nullptr) return reader.template fail<std::string>();
    value = *text;
    return true;
  }
};

template <>
struct Traits<bool> {
  static std::string text() { return "boolean"; }
  static std::string schema() { return R"("type": "boolean")"; }
  static void write(Writer& writer, bool value) { writer.write_json(value ? "true" : "false"); }
  static bool read(auto& reader, const Value& json, bool& value) {
    if (json.kind != Value::Kind::boolean) return reader.template fail<bool>();
    value = json.text == "true";
    return true;
  }
};

// Whole numbers of 0 … most.
template <class T, std::int64_t Most>
struct Whole {
  static std::string text() { return "number"; }
  static std::string schema() {
    return R"("type": "integer", "minimum": 0, "maximum": )" + std::to_string(Most);
  }
  static void write(Writer& writer, T value) { writer.write_whole(value); }
  static bool read(auto& reader, const Value& json, T& value) {
    const auto number = json.as_whole();
    if (!number || *number > static_cast<std::uint64_t>(Most)) return reader.template fail<T>();
    value = static_cast<T>(*number);
    return true;
  }
};
template <>
struct Traits<int> : Whole<int, std::numeric_limits<int>::max()> {};
template <>
struct Traits<std::int64_t> : Whole<std::int64_t, kMostWhole> {};

template <>
struct Traits<Signed> {
  static std::string text() { return "number"; }
  static std::string schema() {
    const std::string most = std::to_string(kMostWhole);
    return R"("type": "integer", "minimum": -)" + most + R"(, "maximum": )" + most;
  }
  static void write(Writer& writer, Signed value) { writer.write_whole(value.value); }
  static bool read(auto& reader, const Value& json, Signed& value) {
    const char* const end = json.text.data() + json.text.size();
    const auto [stop, error] = std::from_chars(json.text.data(), end, value.value);
    return (json.kind == Value::Kind::number && error == std::errc() && stop == end &&
            -kMostWhole <= value.value && value.value <= kMostWhole) ||
           reader.template fail<Signed>();
  }
};

template <int Number>
struct Traits<std::integral_constant<int, Number>> {
  static std::string text() { return std::to_string(Number); }
  static std::string schema() { return R"("const": )" + text(); }
  static void write(Writer& writer, std::integral_constant<int, Number>) {
    writer.write_whole(Number);
  }
};

// Written to three places.
template <>
struct Traits<double> {
  static std::string text() { return "number"; }
  static std::string schema() { return R"("type": "number")"; }
  static void write(Writer& writer, double value) {
    const std::int64_t thousandths = std::llround(value * 1000);
    std::string digits = std::to_string(thousandths < 0 ? -thousandths : thousandths);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    digits.insert(digits.size() - 3, 1, '.');
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
    if (thousandths < 0) writer.write_json("-");
    writer.write_json(digits);
  }
};

// A type as part of another: by its name, where it has one.
template <class T>
std::string schema_of() {
  if constexpr (Named<T>) {
    return R"("$ref": "#/$defs/)" + std::string(Traits<T>::kName) + '"';
  } else {
    return Traits<T>::schema();
  }
}

template <class T>
struct Traits<std::optional<T>> {
  static constexpr bool kMayBeMissing = true;
  static std::string text() { return Traits<T>::text(); }
  static std::string schema() { return schema_of<T>(); }
  static bool read(auto& reader, const Value& json, std::optional<T>& value) {
    return reader.read(json, value.emplace());
  }
  static void visit_parts(auto&& visit) { visit(std::type_identity<T>()); }
};

template <class T>
struct Traits<OrNull<T>> {
  static std::string text() { return Traits<T>::text() + " | null"; }
  static std::string schema() {
    return R"("anyOf": [{ )" + schema_of<T>() + R"( }, { "type": "null" }])";
  }
  static void write(Writer& writer, const OrNull<T>& value) {
    value ? writer.write(*value) : writer.write_json("null");
  }
  static void visit_parts(auto&& visit) { visit(std::type_identity<T>()); }
};

template <class T>
struct Traits<std::vector<T>> {
  static std::string text() { return Traits<T>::text() + "[]"; }
  static std::string schema() { return R"("type": "array", "items": { )" + schema_of<T>() + " }"; }
  static void write(Writer& writer, const std::vector<T>& list) { writer.write_list(list); }
  static bool read(auto& reader, const Value& json, std::vector<T>& list) {
    if (!json.is_list()) return reader.template fail<std::vector<T>>();
    for (const Value& item : json.items) {
      if (reader.read(item, list.emplace_back())) continue;
      return reader.fail_in("[" + std::to_string(list.size() - 1) + "]");
    }
    return true;
  }
  static void visit_parts(auto&& visit) { visit(std::type_identity<T>()); }
};

template <class T>
struct Traits<std::array<T, 2>> {
  static std::string text() { return "[" + Traits<T>::text() + ", " + Traits<T>::text() + "]"; }
  static void write(Writer& writer, const std::array<T, 2>& pair) { writer.write_list(pair); }
  static void visit_parts(auto&& visit) { visit(std::type_identity<T>()); }
};

// An enumeration whose values 0, 1, … are the words of its Traits:
//
//   template <>
//   struct Traits<Pace> : Words<Pace> {
//     static constexpr std::string_view kName = "Pace";  // where it is to have one
//     static constexpr std::array<std::string_view, 2> kWords{"live", "days"};
//   };
template <class T>
struct Words {
  static std::string text() {
    if constexpr (Named<T>) {
      return std::string(Traits<T>::kName);
    } else {
      return alternatives();
    }
  }
  static std::string alternatives() { return joined(" | "); }
  static std::string schema() { return R"("enum": [)" + joined(", ") + "]"; }
  static void write(Writer& writer, T value) {
    writer.write_text(Traits<T>::kWords[static_cast<std::size_t>(value)]);
  }
  static bool read(auto& reader, const Value& json, T& value) {
    const std::string* const text = json.as_text();
    for (std::size_t at = 0; text != nullptr && at < Traits<T>::kWords.size(); ++at) {
      if (Traits<T>::kWords[at] != *text) continue;
      value = static_cast<T>(at);
      return true;
    }
    return reader.template fail<T>();
  }

 private:
  static std::string joined(std::string_view separator) {
    std::string text;
    for (const std::string_view word : Traits<T>::kWords) {
      if (!text.empty()) text += separator;
      text.append("\"").append(word).append("\"");
    }
    return text;
  }
};

// ---- structs that describe themselves, and variants of them ----

inline constexpr std::string_view kTypeMember = "type";

template <Described T>
struct Traits<T> {
  static constexpr std::string_view kName = T::kName;
  static std::string text() { return std::string(kName); }
  static void write(Writer& writer, const T& value) {
    Writer::Object object(writer);
    if constexpr (Typed<T>) object.add(kTypeMember, T::kType);
    T::describe([&](std::string_view name, auto member, std::string_view)
                    __attribute__((always_inline)) { object.add(name, value.*member); });
  }
  template <Others Rest>
  static bool read(Reader<Rest>& reader, const Value& json, T& value) {
    if (!json.is_object()) return reader.template fail<T>();
    typename Reader<Rest>::Members members(json);
    if constexpr (Typed<T>) {
      const Value* const type = members.find(kTypeMember);
      if (type == nullptr || type->as_text() == nullptr || *type->as_text() != T::kType) {
        return reader.fail(Problem::Kind::wrong, kTypeMember, "\"" + std::string(T::kType) + "\"");
      }
    }
    bool is_good = true;
    T::describe([&](std::string_view name, auto member, std::string_view)
                    __attribute__((always_inline)) {
                      is_good = is_good && reader.read_member(members, name, value.*member);
                    });
    if (!is_good || !members.has_more()) return is_good;
    return refuse_more(reader, json);
  }
  static void visit_parts(auto&& visit) {
    T::describe([&]<class Member>(std::string_view, Member T::*, std::string_view) {
      visit(std::type_identity<Member>());
    });
  }

 private:
  // Precondition: there is a member that T does not have, or one that is there twice.
  static bool refuse_more(auto& reader, const Value& json) {
    for (const Value& item : json.items) {
      bool is_known = Typed<T> && item.name == kTypeMember;
      T::describe([&](std::string_view name, auto, std::string_view) {
        is_known = is_known || item.name == name;
      });
      if (!is_known) return reader.fail(Problem::Kind::unknown_member, item.name);
      if (json.find(item.name) != &item) return reader.fail(Problem::Kind::member_twice, item.name);
    }
    return false;
  }
};

// One of several structs, told apart by their kType. A variant of its own has
//
//   template <>
//   struct Traits<Event> : OneOf<Event> {
//     static constexpr std::string_view kName = "Event";
//   };
template <class Variant>
struct OneOf;

template <Typed... Ts>
struct OneOf<std::variant<Ts...>> {
  using Variant = std::variant<Ts...>;
  static std::string text() { return std::string(Traits<Variant>::kName); }
  static std::string alternatives() { return joined(" | ", {Ts::kName...}); }
  static std::string schema() {
    std::string text;
    ((text += (text.empty() ? "{ " : ", { ") + schema_of<Ts>() + " }"), ...);
    return R"("oneOf": [)" + text + "]";
  }
  static void write(Writer& writer, const Variant& value) {
    std::visit([&](const auto& each) { writer.write(each); }, value);
  }
  static bool read(auto& reader, const Value& json, Variant& value) {
    if (!json.is_object()) return reader.template fail<Variant>();
    const bool is_first = !json.items.empty() && json.items.front().name == kTypeMember;
    const Value* const member = is_first ? &json.items.front() : json.find(kTypeMember);
    const std::string* const type = member == nullptr ? nullptr : member->as_text();
    if (type == nullptr) {
      return reader.fail(Problem::Kind::wrong, kTypeMember, Traits<std::string>::text());
    }
    bool is_good = false;
    const bool is_known = ((*type == Ts::kType &&
                            (is_good = reader.read(json, value.template emplace<Ts>()), true)) ||
                           ...);
    return is_known ? is_good : reader.fail(Problem::Kind::unknown_type, kTypeMember, *type);
  }
  static void visit_parts(auto&& visit) { (visit(std::type_identity<Ts>()), ...); }

 private:
  static std::string joined(std::string_view separator,
                            std::initializer_list<std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) {
      if (!text.empty()) text += separator;
      text += name;
    }
    return text;
  }
};

}  // namespace aero::schema
