#pragma once
// The types of aero/schema.hpp as JSON Schema (2020-12), closed: no member but those that are told.

#include <algorithm>

#include "aero/schema.hpp"

namespace aero::schema {

class JsonSchema {
 public:
  // Adds the definitions that a type is made of, each once and after those that it needs itself.
  template <class T>
  void define() {
    if constexpr (Named<T>) {
      if (std::ranges::find(defined_, Traits<T>::kName) != defined_.end()) return;
      defined_.push_back(Traits<T>::kName);
    }
    if constexpr (requires { Traits<T>::visit_parts([](auto) {}); }) {
      Traits<T>::visit_parts([&]<class Part>(std::type_identity<Part>) { define<Part>(); });
    }
    if constexpr (Described<T>) {
      begin(T::kName);
      text_ += object_of<T>();
    } else if constexpr (Named<T>) {
      begin(Traits<T>::kName);
      text_ += "{ " + Traits<T>::schema() + " }";
    }
  }

  // The members of "$defs".
  std::string take() { return std::exchange(text_, {}); }

 private:
  void begin(std::string_view name) {
    text_.append(text_.empty() ? "    " : ",\n    ");
    text_ += json::in_quotes(name) + ": ";
  }

  template <Described T>
  static std::string object_of() {
    std::string properties;
    std::string required;
    const auto add = [&](std::string_view name, const std::string& schema, bool is_required) {
      properties += properties.empty() ? "\n" : ",\n";
      properties += "        " + json::in_quotes(name) + ": { " + schema + " }";
      if (!is_required) return;
      if (!required.empty()) required += ", ";
      required += json::in_quotes(name);
    };
    if constexpr (Typed<T>) add(kTypeMember, R"("const": )" + json::in_quotes(T::kType), true);
    T::describe([&]<class Member>(std::string_view name, Member T::*, std::string_view text) {
      constexpr bool kMayBeMissing = requires { Traits<Member>::kMayBeMissing; };
      add(name, description(text, ", ") + schema_of<Member>(), !kMayBeMissing);
    });
    return "{\n      " + about<T>() + R"("type": "object",)" + "\n      " + R"("required": [)" +
           required + "],\n      " + R"("additionalProperties": false,)" + "\n      " +
           R"("properties": {)" + properties + (properties.empty() ? "" : "\n      ") + "}\n    }";
  }

  template <Described T>
  static std::string about() {
    if constexpr (requires { T::kAbout; }) {
      return description(T::kAbout, ",\n      ");
    } else {
      return {};
    }
  }
  static std::string description(std::string_view about, std::string_view separator) {
    if (about.empty()) return {};
    return R"("description": )" + json::in_quotes(about) + std::string(separator);
  }

  std::vector<std::string_view> defined_;
  std::string text_;
};

}  // namespace aero::schema
