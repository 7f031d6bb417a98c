#pragma once
// What a person can follow who is not told otherwise that it is their turn: an Atom feed of the
// tables by days at which it is.

#include <cstdint>
#include <string>
#include <vector>

#include "aero/protocol.hpp"
#include "aero/result.hpp"
#include "aero/server.hpp"

namespace aero::server {

struct Feed {
  struct Entry {
    std::string table;
    std::string names;  // of those who play there
    int ply = 0;
    std::int64_t since_ms = 0;  // by the server's clock
  };
  std::string person;  // the hash of their token
  std::vector<Entry> entries;

  // Takes a table, as the person is told it, where it is by days and their turn.
  void add(const Result<protocol::TableState>& table);
};

// RFC 4287. `zero_unix_ms` is when the server's clock would have stood at 0, had it always run: the
// same as long as a server runs. An entry keeps its id as long as it is the same turn, so that
// readers show each once.
std::string to_atom(const Feed& feed, std::int64_t zero_unix_ms,
                    const decltype(Settings::say)& say);

}  // namespace aero::server
