#pragma once
// Fair dice: rolls that nobody knows beforehand and everybody can check afterwards. The scheme, the
// encoding and test vectors: docs/formats/fair-dice.md. In short:
//
// A chain is a secret that is hashed again and again. Its last hash, the tip, is told first; then
// its links are told one by one, each the one whose hash was told before, so nobody can change
// what is still to come, or know it. The server has a chain at every table, and so has every seat
// that a person plays. A roll is made of the next link of all of them.
//
// All of this may be used by several threads at once, an object by one at a time.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aero/board.hpp"
#include "aero/record.hpp"

namespace aero::fair {

// 32 bytes: a secret, a link, or a tip. As text base64url without padding, 43 characters.
using Link = std::array<std::uint8_t, 32>;
std::string to_text(const Link& link);
std::optional<Link> parse_link(std::string_view text);  // none unless it is exactly that of a link

// From the operating system's generator. Ends the program where it has none.
Link random_link();
// SHA-256 of the bytes.
Link hash(const Link& link);
Link hash(std::string_view bytes);
// HMAC-SHA-256: a secret of its own for each purpose, which tells nothing about `secret`.
Link derive(const Link& secret, std::string_view purpose);

// Links of a chain, its tip not counted.
inline constexpr int kChainLength = 1024;

// A chain with its secret, which is told to nobody: link kChainLength is the hash of the secret,
// link n - 1 that of link n, and link 0 is the tip. Making one costs kChainLength hashes; it keeps
// every 16th link, two kilobytes in all.
class Chain {
 public:
  explicit Chain(const Link& secret);
  const Link& tip() const { return kept_.front(); }
  // 0 … kChainLength; at most 15 hashes.
  Link link(int number) const;

 private:
  static constexpr int kStride = 16;
  std::array<Link, kChainLength / kStride + 1> kept_;  // links 0, 16, 32, …
};

// By seat; none where a seat gave no link to the roll.
using SeatLinks = std::array<std::optional<Link>, kSeats>;

// The die: of HMAC-SHA-256(server link, message) the first byte below 252, and of that the
// remainder by 6, and 1. Where no byte is below 252 the counter in the message goes up. `number`
// counts the rolls of the table from 1, starting rolls included.
Pip roll(const Link& server, std::string_view table, int number, Seat seat, const SeatLinks& links);

// Whose a chain is.
enum class Holder : std::uint8_t { R, Y, B, G, server };
inline constexpr int kHolders = kSeats + 1;
constexpr int index(Holder holder) { return static_cast<int>(holder); }
constexpr std::size_t at(Holder holder) { return static_cast<std::size_t>(holder); }  // in an array
constexpr Holder holder(Seat seat) { return static_cast<Holder>(index(seat)); }
constexpr char letter(Holder holder) { return "RYBGS"[index(holder)]; }

// The chains of one table as everybody at it sees them: what was committed and what was told. It
// says which link may come next, makes the rolls, and what a record says of them.
class TableChains {
 public:
  // `table` is the code of the table: without spaces, not empty.
  explicit TableChains(std::string table) : table_(std::move(table)) {}

  const std::string& table() const { return table_; }
  int next_number() const { return next_number_; }  // of the next roll

  // A chain of that holder, in force from the next roll on. The server's may take the place only of
  // one that is used up or of which nothing was told, and of no earlier one's links.
  void commit(Holder whose, const Link& tip);
  // The number of the next link of the chain in force; none where there is no chain or it is used
  // up. Then the holder has to commit again, and until then gives no links.
  std::optional<int> next_link(Holder whose) const;
  // Is it that link.
  bool is_next(Holder whose, const Link& link) const;
  // What was told of the chain in force last, at first its tip. Precondition: there is a chain.
  const Link& last(Holder whose) const { return chains(whose).back().last; }

  struct Throw {
    Pip pip;
    std::vector<Note> before;  // stand in the record before the roll: <chain R>
    Note proof;                // and right after it: <proof S R B>
  };
  // The next roll. Preconditions: `server` and each of `links` is_next.
  Throw roll(Seat seat, const Link& server, const SeatLinks& links);

  // [Dice "chains TABLE"], and [Chain S "TIP LAST"] for every chain of which a link was told.
  std::vector<Tag> tags() const;

 private:
  struct Told {
    Link tip;
    Link last;
    int links = 0;  // told
  };
  const std::vector<Told>& chains(Holder whose) const { return chains_[at(whose)]; }
  void tell(Holder whose, const Link& link, Throw& result);

  std::string table_;
  int next_number_ = 1;
  std::array<std::vector<Told>, kHolders> chains_;  // in the order of commitment
};

// What checking the dice of a record found: all of them are right.
struct Report {
  std::string table;
  int rolls = 0;  // starting rolls included
  // Has the seat a chain; and the rolls to which it gave no link, which without a chain are all.
  std::array<bool, kSeats> has_chain{};
  std::array<int, kSeats> without{};
};

// Checks every roll of a record whose dice are chains ([Dice "chains TABLE"]). It tells all faults
// of the first kind of which there are any: in the record, as replay() does · in its tags · in what
// stands in the play · in the number of links · in the chains · in the dice. `line` is the number
// of the entry, 0 for a tag, as in replay(). Code `fair.no_chains`: its dice are no chains, so
// there is nothing to check.
Result<Report> verify(const Record& record);

}  // namespace aero::fair
