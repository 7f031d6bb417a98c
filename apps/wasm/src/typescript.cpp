#include "typescript.hpp"

#include <algorithm>

#include "types.hpp"

namespace aero::door {
namespace {

constexpr std::string_view kHead =
    R"(// The door of the wasm module: what the page may ask, and what it is told. Generated from
// apps/wasm/include/aero/door.hpp; a test compares. To make it again:
//
//   build/dev/aero_door_types > web/src/engine/door.ts
)";

constexpr std::string_view kCommon = R"(
/** A key of the message catalogue, and what fills its pattern in. */
export interface Message {
  key: string;
  arguments: Record<string, string | number | Message>;
}

/** What is wrong with a request: a key of the catalogue with its arguments. */
export interface Problem {
  code: string;
  arguments: Record<string, string>;
  /** in the text that was read, from 1; 0 where it has no place there */
  line: number;
  column: number;
}

/** There is at least one problem. */
export type Answer<T> = { value: T } | { problems: Problem[] };
)";

class Generator {
 public:
  std::string take() {
    for_each_operation([&](std::string_view name, auto operation, std::string_view about) {
      add_operation(name, operation, about);
    });
    return std::string(kHead) + "\nexport type Seat = " + union_up_to(Seat::G) + ";\n" +
           std::string(kCommon) + types_ + "\nexport interface Door {\n" + operations_ +
           "}\n\nexport const operations: readonly (keyof Door)[] = [\n" + names_ + "];\n";
  }

 private:
  template <class Answer, class Request>
  void add_operation(std::string_view name, Answer (*)(Desk&, const Request&),
                     std::string_view about) {
    declare(static_cast<Request*>(nullptr));
    declare(static_cast<Answer*>(nullptr));
    names_.append("  \"").append(name).append("\",\n");
    operations_ += comment("  ", about);
    operations_.append("  ").append(name).append("(");
    if constexpr (Described<Request>) operations_ += "request: " + Type<Request>::text();
    operations_.append("): ").append(Type<Answer>::text()).append(";\n");
  }

  // Adds the interfaces that a type is made of, each once and after those that it needs itself.
  template <class T>
  void declare(T*) {
    if constexpr (Described<T>) {
      if (std::ranges::find(declared_, T::kName) != declared_.end()) return;
      declared_.push_back(T::kName);
      std::string members;
      T::describe([&]<class Member>(std::string_view name, Member T::*, std::string_view about) {
        declare(static_cast<Member*>(nullptr));
        members += comment("  ", about) + member(name, Type<Member>::text());
      });
      types_ += '\n';
      if constexpr (requires { T::kAbout; }) types_ += comment("", T::kAbout);
      types_.append("export interface ").append(T::kName).append(" {\n");
      types_.append(members).append("}\n");
    }
  }
  template <class T>
  void declare(std::optional<T>*) {
    declare(static_cast<T*>(nullptr));
  }
  template <class T>
  void declare(std::vector<T>*) {
    declare(static_cast<T*>(nullptr));
  }
  template <class T>
  void declare(std::array<T, 2>*) {
    declare(static_cast<T*>(nullptr));
  }
  template <class T>
  void declare(Result<T>*) {
    declare(static_cast<T*>(nullptr));
  }

  static std::string comment(std::string_view indent, std::string_view about) {
    if (about.empty()) return {};
    return std::string(indent).append("/** ").append(about).append(" */\n");
  }

  // On one line, or where that is too long one part of the union a line.
  static std::string member(std::string_view name, std::string type) {
    std::string line = "  " + std::string(name) + ": " + type + ";\n";
    if (line.size() <= 101) return line;
    constexpr std::string_view kBar = " | ";
    constexpr std::string_view kBreak = "\n    | ";
    for (std::size_t at = type.find(kBar); at != std::string::npos;) {
      type.replace(at, kBar.size(), kBreak);
      at = type.find(kBar, at + kBreak.size());
    }
    return "  " + std::string(name) + ":" + std::string(kBreak) + type + ";\n";
  }

  std::vector<std::string_view> declared_;
  std::string types_;
  std::string operations_;
  std::string names_;
};

}  // namespace

std::string typescript() { return Generator().take(); }

}  // namespace aero::door
