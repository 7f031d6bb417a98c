#include "aero/schema.hpp"

#include <gtest/gtest.h>

#include "aero/schema/json_schema.hpp"
#include "aero/schema/seat.hpp"
#include "aero/schema/typescript.hpp"

namespace aero::schema {
namespace {

enum class Colour : std::uint8_t { red, blue };
enum class Size : std::uint8_t { small, large };

struct Wheel {
  static constexpr std::string_view kName = "Wheel";
  static constexpr std::string_view kAbout = "It turns.";
  int spokes = 0;
  std::optional<std::string> tyre;
  bool operator==(const Wheel&) const = default;
  static void describe(auto&& visit) {
    visit("spokes", &Wheel::spokes, "without the hub");
    visit("tyre", &Wheel::tyre, "");
  }
};

struct Cart {
  static constexpr std::string_view kName = "Cart";
  static constexpr std::string_view kType = "cart";
  std::vector<Wheel> wheels;
  std::int64_t since = 0;
  Signed height;
  bool is_open = false;
  Colour colour = Colour::red;
  Size size = Size::small;
  std::optional<Seat> driver;
  Seat owner = Seat::R;
  bool operator==(const Cart&) const = default;
  static void describe(auto&& visit) {
    visit("wheels", &Cart::wheels, "");
    visit("since", &Cart::since, "");
    visit("height", &Cart::height, "");
    visit("is_open", &Cart::is_open, "");
    visit("colour", &Cart::colour, "");
    visit("size", &Cart::size, "");
    visit("driver", &Cart::driver, "");
    visit("owner", &Cart::owner, "");
  }
};

struct Stop {
  static constexpr std::string_view kName = "Stop";
  static constexpr std::string_view kType = "stop";
  bool operator==(const Stop&) const = default;
  static void describe(auto&&) {}
};

using Traffic = std::variant<Cart, Stop>;

struct Street {
  static constexpr std::string_view kName = "Street";
  std::vector<Traffic> traffic;
  static void describe(auto&& visit) { visit("traffic", &Street::traffic, "from left to right"); }
};

struct Told {
  static constexpr std::string_view kName = "Told";
  double x = 0;
  OrNull<Wheel> wheel;
  std::array<int, 2> pair{};
  std::integral_constant<int, 7> seven;
  std::string_view name;
  static void describe(auto&& visit) {
    visit("x", &Told::x, "");
    visit("wheel", &Told::wheel, "");
    visit("pair", &Told::pair, "");
    visit("seven", &Told::seven, "");
    visit("name", &Told::name, "");
  }
};

}  // namespace

template <>
struct Traits<Colour> : Words<Colour> {
  static constexpr std::string_view kName = "Colour";
  static constexpr std::array<std::string_view, 2> kWords{"red", "blue"};
};
template <>
struct Traits<Size> : Words<Size> {
  static constexpr std::array<std::string_view, 2> kWords{"small", "large"};
};
template <>
struct Traits<Traffic> : OneOf<Traffic> {
  static constexpr std::string_view kName = "Traffic";
};

namespace {

// What reading a text gives, written again; or what is wrong with it.
template <class T, Others others = Others::refuse>
std::string read(std::string_view text) {
  const json::Parsed parsed = json::parse(text);
  if (!parsed.value) return "no JSON";
  Reader<others> reader;
  T value;
  if (reader.read(*parsed.value, value)) return to_json(value);
  constexpr std::array<std::string_view, 4> kKinds{"wrong", "unknown", "twice", "no type"};
  const Problem& problem = reader.problem();
  return std::string(kKinds[static_cast<std::size_t>(problem.kind)]) + " at " + problem.member +
         ": " + problem.detail;
}

constexpr std::string_view kCart =
    R"({"type":"cart","wheels":[{"spokes":8},{"spokes":0,"tyre":"é"}],"since":9007199254740991,)"
    R"("height":-9007199254740991,"is_open":true,"colour":"blue","size":"large","driver":"",)"
    R"("owner":"G"})";

std::string cart_with(std::string_view old, std::string_view now) {
  std::string text(kCart);
  return text.replace(text.find(old), old.size(), now);
}

TEST(Schema, WritesWhatATypeSays) {
  Cart cart;
  cart.wheels = {{8, std::nullopt}, {0, "é"}};
  cart.since = kMostWhole;
  cart.height = {-kMostWhole};
  cart.is_open = true;
  cart.colour = Colour::blue;
  cart.size = Size::large;
  cart.owner = Seat::G;
  EXPECT_EQ(to_json(cart), kCart);
  cart.driver = Seat::Y;
  EXPECT_EQ(
      to_json(Street{{cart, Stop{}}}),
      R"({"traffic":[)" + cart_with(R"("driver":"")", R"("driver":"Y")") + R"(,{"type":"stop"}]})");
  EXPECT_EQ(to_json(Told{-1.5, {}, {1, -2}, {}, "a\"\xFF"}),
            R"({"x":-1.5,"wheel":null,"pair":[1,-2],"seven":7,"name":"a\"�"})");
  EXPECT_EQ(to_json(Told{0.0004, Wheel{1, "t"}, {}, {}, {}}),
            R"({"x":0,"wheel":{"spokes":1,"tyre":"t"},"pair":[0,0],"seven":7,"name":""})");
}

TEST(Schema, ReadsWhatItWrote) {
  EXPECT_EQ((read<Cart>(kCart)), kCart);
  EXPECT_EQ((read<Traffic>(kCart)), kCart);
  EXPECT_EQ((read<Traffic>(R"({"type":"stop"})")), R"({"type":"stop"})");
  EXPECT_EQ((read<Cart>(cart_with(R"("driver":"")", R"("driver":"B")"))),
            cart_with(R"("driver":"")", R"("driver":"B")"));
  EXPECT_EQ((read<Wheel>(R"({"tyre":"x","spokes":2147483647})")),
            R"({"spokes":2147483647,"tyre":"x"})");
  const std::string type_last = cart_with(R"("type":"cart",)", "");
  EXPECT_EQ((read<Traffic>(type_last.substr(0, type_last.size() - 1) + R"(,"type":"cart"})")),
            kCart);
}

TEST(Schema, NamesWhatIsWrong) {
  EXPECT_EQ((read<Wheel>("[]")), "wrong at : Wheel");
  EXPECT_EQ((read<Wheel>("{}")), "wrong at spokes: number");
  for (const char* number : {"-1", "-0", "1.0", "1e3", "2147483648", "\"1\"", "null", "true"}) {
    EXPECT_EQ((read<Wheel>("{\"spokes\":" + std::string(number) + "}")), "wrong at spokes: number");
  }
  EXPECT_EQ((read<Wheel>(R"({"spokes":1,"tyre":null})")), "wrong at tyre: string");
  EXPECT_EQ((read<Cart>(cart_with("8", "\"8\""))), "wrong at wheels[0].spokes: number");
  EXPECT_EQ((read<Cart>(cart_with("{\"spokes\":8}", "8"))), "wrong at wheels[0]: Wheel");
  EXPECT_EQ((read<Cart>(cart_with("true", "1"))), "wrong at is_open: boolean");
  EXPECT_EQ((read<Cart>(cart_with("\"blue\"", "\"Blue\""))), "wrong at colour: Colour");
  EXPECT_EQ((read<Cart>(cart_with("\"large\"", "1"))), R"(wrong at size: "small" | "large")");
  EXPECT_EQ((read<Cart>(cart_with("\"G\"", "\"g\""))), "wrong at owner: Seat");
  EXPECT_EQ((read<Cart>(cart_with("\"driver\":\"\"", "\"driver\":\"X\""))),
            "wrong at driver: Seat | \"\"");
  EXPECT_EQ((read<Cart>(cart_with("\"driver\":\"\"", "\"driver\":null"))),
            "wrong at driver: Seat | \"\"");
  EXPECT_EQ((read<Cart>(cart_with("9007199254740991", "9007199254740992"))),
            "wrong at since: number");
  EXPECT_EQ((read<Cart>(cart_with("9007199254740991", "-1"))), "wrong at since: number");
  EXPECT_EQ((read<Cart>(cart_with("-9007199254740991", "-9007199254740992"))),
            "wrong at height: number");
  EXPECT_EQ((read<Cart>(cart_with("-9007199254740991", "9007199254740992"))),
            "wrong at height: number");
  EXPECT_EQ((read<Cart>(cart_with("-9007199254740991", "-1.0"))), "wrong at height: number");
  EXPECT_EQ((read<Cart>(cart_with("\"cart\"", "\"stop\""))), R"(wrong at type: "cart")");
}

TEST(Schema, NamesTheTypeThatThereIsNot) {
  EXPECT_EQ((read<Traffic>("7")), "wrong at : Traffic");
  EXPECT_EQ((read<Traffic>("{}")), "wrong at type: string");
  EXPECT_EQ((read<Traffic>(R"({"type":7})")), "wrong at type: string");
  EXPECT_EQ((read<Traffic>(R"({"type":"bus"})")), "no type at type: bus");
  EXPECT_EQ((read<Street>(R"({"traffic":[{"type":"stop"},{"type":""}]})")),
            "no type at traffic[1].type: ");
}

TEST(Schema, RefusesWhatATypeHasNot) {
  EXPECT_EQ((read<Wheel>(R"({"spokes":1,"hub":2})")), "unknown at hub: ");
  EXPECT_EQ((read<Wheel>(R"({"spokes":1,"spokes":1})")), "twice at spokes: ");
  EXPECT_EQ((read<Wheel>(R"({"tyre":"","spokes":1,"tyre":""})")), "twice at tyre: ");
  EXPECT_EQ((read<Wheel>(R"({"spokes":1,"type":"wheel"})")), "unknown at type: ");
  EXPECT_EQ((read<Traffic>(R"({"type":"stop","":0})")), "unknown at : ");
  EXPECT_EQ((read<Traffic>(R"({"type":"stop","type":"cart"})")), "twice at type: ");
  EXPECT_EQ((read<Street>(R"({"traffic":[{"type":"stop","sign":1}]})")),
            "unknown at traffic[0].sign: ");
}

TEST(Schema, PassesOverWhatATypeHasNotWhereThatIsAskedFor) {
  EXPECT_EQ((read<Wheel, Others::pass_over>(R"({"hub":2,"spokes":1,"spokes":3})")),
            R"({"spokes":3})");
  EXPECT_EQ((read<Wheel, Others::pass_over>(R"({"hub":2})")), "wrong at spokes: number");
}

TEST(Schema, PrintsTypescript) {
  Typescript typescript;
  typescript.declare<Street>();
  typescript.declare<Wheel>();
  EXPECT_EQ(typescript.take(), R"(
/** It turns. */
export interface Wheel {
  /** without the hub */
  spokes: number;
  tyre?: string;
}

export type Colour = "red" | "blue";

export type Seat = "R" | "Y" | "B" | "G";

export interface Cart {
  type: "cart";
  wheels: Wheel[];
  since: number;
  height: number;
  is_open: boolean;
  colour: Colour;
  size: "small" | "large";
  driver: Seat | "";
  owner: Seat;
}

export interface Stop {
  type: "stop";
}

export type Traffic = Cart | Stop;

export interface Street {
  /** from left to right */
  traffic: Traffic[];
}
)");
  typescript.declare<Told>();
  EXPECT_EQ(typescript.take(), R"(
export interface Told {
  x: number;
  wheel: Wheel | null;
  pair: [number, number];
  seven: 7;
  name: string;
}
)");
}

TEST(Schema, PrintsJsonSchema) {
  JsonSchema schema;
  schema.define<Street>();
  const std::string text = schema.take();
  EXPECT_EQ(text, R"(    "Wheel": {
      "description": "It turns.",
      "type": "object",
      "required": ["spokes"],
      "additionalProperties": false,
      "properties": {
        "spokes": { "description": "without the hub", "type": "integer", "minimum": 0, "maximum": 2147483647 },
        "tyre": { "type": "string" }
      }
    },
    "Colour": { "enum": ["red", "blue"] },
    "Seat": { "enum": ["R", "Y", "B", "G"] },
    "Cart": {
      "type": "object",
      "required": ["type", "wheels", "since", "height", "is_open", "colour", "size", "driver", "owner"],
      "additionalProperties": false,
      "properties": {
        "type": { "const": "cart" },
        "wheels": { "type": "array", "items": { "$ref": "#/$defs/Wheel" } },
        "since": { "type": "integer", "minimum": 0, "maximum": 9007199254740991 },
        "height": { "type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991 },
        "is_open": { "type": "boolean" },
        "colour": { "$ref": "#/$defs/Colour" },
        "size": { "enum": ["small", "large"] },
        "driver": { "anyOf": [{ "$ref": "#/$defs/Seat" }, { "const": "" }] },
        "owner": { "$ref": "#/$defs/Seat" }
      }
    },
    "Stop": {
      "type": "object",
      "required": ["type"],
      "additionalProperties": false,
      "properties": {
        "type": { "const": "stop" }
      }
    },
    "Traffic": { "oneOf": [{ "$ref": "#/$defs/Cart" }, { "$ref": "#/$defs/Stop" }] },
    "Street": {
      "type": "object",
      "required": ["traffic"],
      "additionalProperties": false,
      "properties": {
        "traffic": { "description": "from left to right", "type": "array", "items": { "$ref": "#/$defs/Traffic" } }
      }
    })");
  EXPECT_TRUE(json::parse("{" + text + "}").value);
}

}  // namespace
}  // namespace aero::schema
