#pragma once
// How much a server of online tables bears, and whether it keeps its word. It plays many tables at
// once against the real program over real sockets on this machine: every player keeps a chain of
// links, gives them when they are due, rolls and chooses, and checks all that comes.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "aero/board.hpp"
#include "aero/result.hpp"
#include "aero/rules.hpp"

namespace aero::load {

// What is to be found out.
enum class Scenario : std::uint8_t {
  moves,   // how fast moves reach everybody
  resume,  // the server is killed when all are there: how long until all are there again
  flood,   // what others feel while some flood one table
  chaos,   // the server is killed again and again, its files are torn, its disk is full
};

struct Settings {
  Scenario scenario = Scenario::moves;
  int tables = 100;
  double rate = 1;  // moves a second at each table; a move is a roll and a choice
  int seconds = 10;
  std::vector<Seat> seats{kAllSeats.begin(), kAllSeats.end()};  // two to four at each table
  // Under any=takeoff nearly every roll has a choice, from the first on.
  Rules rules{.takeoff = Takeoff::any};
  std::uint64_t seed = 1;  // of the choices, and of what happens when
  int flooders = 4;
  bool checks = false;  // whether the logs are folded again afterwards

  // The server: one that runs, or a program to run.
  std::optional<std::uint16_t> port;
  std::filesystem::path program;
  std::optional<int> core;     // for the server alone; the clients have the others
  std::filesystem::path data;  // its store; empty: a folder that is removed again

  std::function<void(std::int64_t done, std::int64_t all)> progress;
};

// In milliseconds, from the moment at which a move was to begin until all seats had all of it.
struct Latency {
  std::int64_t moves = 0;
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
  double max = 0;
};

// What the logs say, when they are folded again from the first entry to the last.
struct Checked {
  std::int64_t tables = 0;
  std::int64_t entries = 0;
  std::int64_t plies = 0;         // whose positions the clients saw, and the log gives again
  std::int64_t acknowledged = 0;  // commands, each found at its place
  std::int64_t finished = 0;      // games
  std::int64_t verified = 0;      // rolls whose links and dice were checked from the record
};

struct Report {
  std::int64_t connections = 0;
  double offered = 0;  // moves a second
  double done = 0;     // moves a second
  Latency latency;
  std::int64_t without_choice = 0;  // moves whose roll could not be used
  std::int64_t finished = 0;        // games
  // None where the server was there before.
  std::optional<double> server_cpu;  // shares of a core while they played
  std::optional<double> bytes_per_connection;
  double client_cpu = 0;

  Latency flooded;  // of the tables that were not flooded, while one was; `latency` is before it
  std::int64_t flood_messages = 0;
  std::int64_t flood_closed = 0;  // connections that the server closed

  double resume_s = 0;  // from the start of the server until all had what they missed

  std::int64_t kills = 0;
  std::int64_t torn = 0;    // copies with a torn log that the server was started on
  std::int64_t filled = 0;  // times that the disk was full

  std::map<std::string, std::int64_t> refused;  // by code
  std::optional<Checked> checked;
  // Promises that were not kept, most of them once; in all `fault_count`.
  Errors faults;
  std::int64_t fault_count = 0;
};

enum class Trouble : std::uint8_t {
  no_server,       // it did not start, or nobody listens; what() is what it said last
  too_many_files,  // what() is how many connections the system allows
  not_ready,       // the tables were not all there in time; what() is how many were
  no_store,        // what() is why the store cannot be read
};

class CannotRun : public std::runtime_error {
 public:
  CannotRun(Trouble trouble, const std::string& what)
      : std::runtime_error(what), trouble_(trouble) {}
  Trouble trouble() const { return trouble_; }

 private:
  Trouble trouble_;
};

// Throws CannotRun.
Report run(const Settings& settings);

}  // namespace aero::load
