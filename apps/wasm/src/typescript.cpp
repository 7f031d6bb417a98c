#include "typescript.hpp"

#include "aero/schema/typescript.hpp"
#include "json.hpp"

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
    declarations_.declare<Seat>();
    const std::string seat = declarations_.take();
    for_each_operation([&](std::string_view name, auto operation, std::string_view about) {
      add_operation(name, operation, about);
    });
    return std::string(kHead) + seat + std::string(kCommon) + declarations_.take() +
           "\nexport interface Door {\n" + operations_ +
           "}\n\nexport const operations: readonly (keyof Door)[] = [\n" + names_ + "];\n";
  }

 private:
  template <class Answer, class Request>
  void add_operation(std::string_view name, Answer (*)(Desk&, const Request&),
                     std::string_view about) {
    if constexpr (schema::Named<Request>) declarations_.declare<Request>();
    declarations_.declare<Answer>();
    names_.append("  \"").append(name).append("\",\n");
    operations_ += schema::Typescript::comment("  ", about);
    operations_.append("  ").append(name).append("(");
    if constexpr (schema::Named<Request>) {
      operations_ += "request: " + schema::Traits<Request>::text();
    }
    operations_.append("): ").append(schema::Traits<Answer>::text()).append(";\n");
  }

  schema::Typescript declarations_;
  std::string operations_;
  std::string names_;
};

}  // namespace

std::string typescript() { return Generator().take(); }

}  // namespace aero::door
