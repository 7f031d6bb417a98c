#pragma once
// The types of the door as JSON, by what each says of its members.

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>

#include "aero/json.hpp"
#include "types.hpp"

namespace aero::door {

using json::Value;

// Writes values one after the other; what comes out is always JSON, whatever bytes are in a text.
class Writer {
 public:
  std::string take() { return std::move(text_); }

  void write(std::string_view text) { text_ += json::in_quotes(text); }
  void write(const std::string& text) { write(std::string_view(text)); }
  void write(bool value) { text_ += value ? "true" : "false"; }
  void write(int value) { text_ += std::to_string(value); }
  void write(std::int64_t value) { text_ += std::to_string(value); }
  template <int Number>
  void write(std::integral_constant<int, Number>) {
    write(Number);
  }
  // To three places.
  void write(double value) {
    const std::int64_t thousandths = std::llround(value * 1000);
    std::string digits = std::to_string(thousandths < 0 ? -thousandths : thousandths);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    digits.insert(digits.size() - 3, 1, '.');
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
    text_.append(thousandths < 0 ? "-" : "").append(digits);
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void write(Enum value) {
    write(std::string_view(to_text(value)));
  }
  void write(const SeatOrNone& seat) { seat ? write(*seat) : write(std::string_view()); }
  template <class T>
  void write(const std::optional<T>& value) {
    value ? write(*value) : void(text_ += "null");
  }
  template <class T>
  void write(const std::vector<T>& list) {
    write_list(list);
  }
  template <class T>
  void write(const std::array<T, 2>& pair) {
    write_list(pair);
  }
  void write(const Texts& texts) {
    Object object(*this);
    for (const auto& [name, text] : texts) object.add(name, text);
  }
  void write(const Message& message) {
    Object object(*this);
    object.add("key", message.key);
    object.begin("arguments");
    Object arguments(*this);
    for (const MessageArgument& argument : message.arguments) {
      arguments.begin(argument.name);
      std::visit([this](const auto& value) { write(value); }, argument.value);
    }
  }
  template <Described T>
  void write(const T& value) {
    Object object(*this);
    T::describe([&](std::string_view name, auto member, std::string_view)
                    __attribute__((always_inline)) { object.add(name, value.*member); });
  }
  void write(const Error& error) {
    Object object(*this);
    object.add("code", error.code);
    object.add("arguments", error.arguments);
    object.add("line", error.line);
    object.add("column", error.column);
  }
  template <class T>
  void write(const Result<T>& result) {
    if (!result) return write_problems(result.errors());
    Object(*this).add("value", *result);
  }
  void write_problems(const Errors& errors) { Object(*this).add("problems", errors); }

 private:
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
      writer_.write(name);
      writer_.text_ += ':';
    }
    void add(std::string_view name, const auto& value) {
      begin(name);
      writer_.write(value);
    }

   private:
    Writer& writer_;
    bool is_empty_ = true;
  };

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

  std::string text_;
};

// Reads a request. All members have to be there; others are passed over.
class Reader {
 public:
  // Is all as it has to be; if not, error() says what is wrong first.
  template <Described T>
  bool read(const Value& json, T& value) {
    if (!json.is_object()) return fail<T>();
    bool is_good = true;
    T::describe([&](std::string_view name, auto member, std::string_view)
                    __attribute__((always_inline)) {
                      is_good = is_good && read_member(json, name, value.*member);
                    });
    return is_good;
  }
  const Error& error() const { return error_; }

 private:
  template <class T>
  bool read_member(const Value& object, std::string_view name, T& value) {
    const std::size_t length = path_.size();
    if (!path_.empty()) path_ += '.';
    path_ += name;
    const Value* member = object.find(name);
    const bool is_good = member ? read(*member, value) : fail<T>();
    path_.resize(length);
    return is_good;
  }

  bool read(const Value& json, std::string& value) {
    const std::string* text = json.as_text();
    if (text == nullptr) return fail<std::string>();
    value = *text;
    return true;
  }
  // Nothing that is asked has negative numbers.
  bool read(const Value& json, int& value) {
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    const auto number = json.as_whole();
    if (!number || *number > kMost) return fail<int>();
    value = static_cast<int>(*number);
    return true;
  }
  bool read(const Value& json, Seat& value) {
    const std::string* text = json.as_text();
    const auto seat = text ? parse_seat(*text) : std::nullopt;
    if (!seat) return fail<Seat>();
    value = *seat;
    return true;
  }
  bool read(const Value& json, SeatOrNone& value) {
    const std::string* text = json.as_text();
    value = text ? parse_seat(*text) : std::nullopt;
    return value || (text && text->empty()) || fail<SeatOrNone>();
  }
  template <class T>
  bool read(const Value& json, std::vector<T>& value) {
    if (!json.is_list()) return fail<std::vector<T>>();
    const std::size_t length = path_.size();
    for (const Value& item : json.items) {
      path_.append("[").append(std::to_string(value.size())).append("]");
      if (!read(item, value.emplace_back())) return false;
      path_.resize(length);
    }
    return true;
  }

  template <class T>
  bool fail() {
    error_ = {"door.member", {{"expected", Type<T>::text()}, {"member", path_}}, 0, 0};
    return false;
  }

  std::string path_;  // of the value that is read now
  Error error_;
};

}  // namespace aero::door
