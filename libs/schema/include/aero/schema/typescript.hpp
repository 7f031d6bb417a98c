#pragma once
// The types of aero/schema.hpp as TypeScript.

#include <algorithm>

#include "aero/schema.hpp"

namespace aero::schema {

class Typescript {
 public:
  // Adds the declarations that a type is made of, each once and after those that it needs itself.
  template <class T>
  void declare() {
    if constexpr (Named<T>) {
      if (std::ranges::find(declared_, Traits<T>::kName) != declared_.end()) return;
      declared_.push_back(Traits<T>::kName);
    }
    if constexpr (requires { Traits<T>::visit_parts([](auto) {}); }) {
      Traits<T>::visit_parts([&]<class Part>(std::type_identity<Part>) { declare<Part>(); });
    }
    if constexpr (Described<T>) {
      add_interface<T>();
    } else if constexpr (Named<T>) {
      text_ += broken("\nexport type " + std::string(Traits<T>::kName) + " =",
                      Traits<T>::alternatives(), "\n  | ");
    }
  }

  // What has been declared since the last time; an empty line comes before each declaration.
  std::string take() { return std::exchange(text_, {}); }

  // A comment on a line of its own; nothing about nothing.
  static std::string comment(std::string_view indent, std::string_view about) {
    if (about.empty()) return {};
    return std::string(indent).append("/** ").append(about).append(" */\n");
  }

 private:
  template <Described T>
  void add_interface() {
    text_ += '\n';
    if constexpr (requires { T::kAbout; }) text_ += comment("", T::kAbout);
    text_.append("export interface ").append(T::kName).append(" {\n");
    if constexpr (Typed<T>) {
      text_.append("  ").append(kTypeMember).append(": \"").append(T::kType).append("\";\n");
    }
    T::describe([&]<class Member>(std::string_view name, Member T::*, std::string_view about) {
      constexpr bool kMayBeMissing = requires { Traits<Member>::kMayBeMissing; };
      text_ += comment("  ", about);
      text_ += broken("  " + std::string(name) + (kMayBeMissing ? "?:" : ":"),
                      Traits<Member>::text(), "\n    | ");
    });
    text_ += "}\n";
  }

  // On one line, or where that is too long one part of the union a line.
  static std::string broken(const std::string& head, std::string type,
                            std::string_view line_start) {
    constexpr std::size_t kMostBytes = 100;
    const std::size_t line_break = head.front() == '\n' ? 1 : 0;
    if (head.size() - line_break + 1 + type.size() + 1 <= kMostBytes) {
      return head + " " + type + ";\n";
    }
    constexpr std::string_view kBar = " | ";
    for (std::size_t at = type.find(kBar); at != std::string::npos;) {
      type.replace(at, kBar.size(), line_start);
      at = type.find(kBar, at + line_start.size());
    }
    return head + std::string(line_start) + type + ";\n";
  }

  std::vector<std::string_view> declared_;
  std::string text_;
};

}  // namespace aero::schema
