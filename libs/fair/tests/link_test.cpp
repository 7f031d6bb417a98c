// Links, chains and dice, held to the vectors.

#include <set>
#include <thread>

#include "hmac.hpp"
#include "vectors.hpp"

namespace aero::fair {
namespace {

TEST(Links, HaveOneText) {
  for (const Json& one : vectors()["texts"]) {
    const Link link = link_of(one["text"]);
    EXPECT_EQ(Json(hex(link)), one["hex"]);
    EXPECT_EQ(Json(to_text(link)), one["text"]);
  }
  EXPECT_EQ(vectors()["texts"].size(), 4u);
}

TEST(Links, AreReadFromThatTextOnly) {
  for (const Json& text : vectors()["bad_texts"]) {
    EXPECT_FALSE(parse_link(text.get<std::string>())) << text;
  }
  EXPECT_EQ(vectors()["bad_texts"].size(), 13u);
  EXPECT_FALSE(parse_link(std::string(43, '\0')));
}

TEST(Links, AreRandomWhereTheyHaveToBe) {
  std::set<Link> links;
  for (int i = 0; i < 1000; ++i) links.insert(random_link());
  EXPECT_EQ(links.size(), 1000u);
}

TEST(Hashes, AreThoseOfTheVectors) {
  for (const Json& one : vectors()["hashes"]) {
    EXPECT_EQ(Json(to_text(hash(one["input"].get<std::string>()))), one["sha256"]);
  }
  const Link link = random_link();
  EXPECT_EQ(hash(link), hash(std::string(link.begin(), link.end())));
}

TEST(Hashes, GiveASecretForEachPurpose) {
  for (const Json& one : vectors()["derived"]) {
    EXPECT_EQ(Json(to_text(derive(link_of(one["secret"]), one["purpose"].get<std::string>()))),
              one["result"]);
  }
}

TEST(Chains, HaveTheLinksOfTheVectors) {
  EXPECT_EQ(vectors()["chain_length"], kChainLength);
  for (const Json& one : vectors()["chains"]) {
    const Chain chain(link_of(one["secret"]));
    EXPECT_EQ(Json(to_text(chain.tip())), one["tip"]);
    for (const auto& [number, link] : one["links"].items()) {
      EXPECT_EQ(Json(to_text(chain.link(std::stoi(number)))), link) << number;
    }
  }
}

TEST(Chains, TellLinksWhoseHashWasToldBefore) {
  const Link secret = random_link();
  const Chain chain(secret);
  EXPECT_EQ(chain.link(0), chain.tip());
  for (int number = 1; number <= kChainLength; ++number) {
    ASSERT_EQ(hash(chain.link(number)), chain.link(number - 1)) << number;
  }
  EXPECT_EQ(chain.link(kChainLength), hash(secret));
}

TEST(Dice, AreThoseOfTheVectors) {
  for (const Json& one : vectors()["rolls"]) {
    SeatLinks links;
    for (const auto& [seat, link] : one["links"].items()) {
      links[std::string("RYBG").find(seat)] = link_of(link);
    }
    const Seat seat = kAllSeats[std::string("RYBG").find(one["seat"].get<std::string>())];
    EXPECT_EQ(
        roll(link_of(one["server"]), one["table"].get<std::string>(), one["number"], seat, links)
            .value(),
        one["pip"])
        << one;
  }
  EXPECT_EQ(vectors()["rolls"].size(), 8u);
}

TEST(Dice, ShowEveryPipAsOftenAsTheVectorsSay) {
  const Json& one = vectors()["count"];
  const Chain chain(link_of(one["secret"]));
  std::array<int, 6> counts{};
  std::vector<int> first;
  for (int number = 1; number <= kChainLength; ++number) {
    const int pip = roll(chain.link(number), "COUNT", number, Seat::R, {}).value();
    ++counts[static_cast<std::size_t>(pip - 1)];
    if (number <= 24) first.push_back(pip);
  }
  EXPECT_EQ(Json(first), one["first"]);
  EXPECT_EQ(Json(counts), one["counts"]);
}

// 6,000 rolls of one fixed chain after the other: chi squared over six faces lies below 20.5 with
// a probability of 99.9 %, and these do.
TEST(Dice, AreFair) {
  std::array<int, 6> counts{};
  Link secret = hash("fair");
  for (int chain = 0; chain < 6; ++chain) {
    const Chain links(secret);
    for (int number = 1; number <= 1000; ++number) {
      const Pip pip = roll(links.link(number), "T", number, Seat::G, {});
      ++counts[static_cast<std::size_t>(pip.value() - 1)];
    }
    secret = hash(secret);
  }
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - 1000.0) * (count - 1000.0) / 1000;
  EXPECT_LT(chi_squared, 20.5);
}

TEST(Dice, DependOnEverythingThatGoesIn) {
  const Link server = hash("server");
  const Link given = hash("given");
  std::set<std::vector<int>> all;
  const auto add = [&](const Link& key, std::string_view table, int first, Seat seat,
                       const SeatLinks& links) {
    std::vector<int> pips;
    for (int number = first; number < first + 64; ++number) {
      pips.push_back(roll(key, table, number, seat, links).value());
    }
    all.insert(pips);
  };
  add(server, "T", 1, Seat::R, {});
  add(given, "T", 1, Seat::R, {});
  add(server, "U", 1, Seat::R, {});
  add(server, "T", 2, Seat::R, {});
  add(server, "T", 1, Seat::Y, {});
  add(server, "T", 1, Seat::R, {given});
  add(server, "T", 1, Seat::R, {std::nullopt, given});
  add(server, "T", 1, Seat::R, {std::nullopt, std::nullopt, given});
  add(server, "T", 1, Seat::R, {std::nullopt, std::nullopt, std::nullopt, given});
  add(server, "T", 1, Seat::R, {server});
  EXPECT_EQ(all.size(), 10u);
}

TEST(Dice, AreTheSameInEveryThread) {
  const auto pips = [] {
    std::vector<int> result;
    const Chain chain(hash("threads"));
    for (int number = 1; number <= 500; ++number) {
      result.push_back(roll(chain.link(number), "T", number, Seat::B, {chain.tip()}).value());
    }
    return result;
  };
  const std::vector<int> expected = pips();
  std::array<std::vector<int>, 4> results;
  std::vector<std::thread> threads;
  for (auto& result : results) threads.emplace_back([&result, pips] { result = pips(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace aero::fair
