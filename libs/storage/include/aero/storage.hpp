#pragma once
// What a server keeps: the logs of its tables and what belongs to people, in one SQLite file. It
// knows nothing of the game: an entry of a log is a text.
//
// What commit() has confirmed survives the end of the process at any moment, and loss of power.
//
// Texts are bytes: they come back as they were given, NULs, invalid UTF-8 and all. What they may
// hold is for those to say who make them.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aero::storage {

// One entry of a table's log.
struct Entry {
  std::int64_t seq = 0;    // 1, 2, 3 … without gaps
  std::int64_t at_ms = 0;  // by the server's running clock, see Store::clock_ms()
  std::string text;
  friend bool operator==(const Entry&, const Entry&) = default;
};

// A wish to add the next entry of a table's log.
struct Append {
  std::string table;  // its code
  Entry entry;        // seq 1 makes the table
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  std::string secret = {};               // of a new table: kept apart from the log, never told
  std::vector<std::string> joined = {};  // people who belong to the table from now on
  // NOLINTEND(readability-redundant-member-init)
  bool ends = false;  // the game is over with this entry; the log may go on
};

enum class Outcome : std::uint8_t {
  committed,
  refused,  // it is not there: not the next entry, no room, or another has taken the store over
  unknown,  // it may be there or not: load the table again
};

struct Table {
  std::string code;
  std::string secret;
  bool is_over = false;
  std::vector<Entry> log;  // from the first
};

struct Membership {
  std::string table;
  bool is_over = false;
  std::int64_t joined_unix_s = 0;
  friend bool operator==(const Membership&, const Membership&) = default;
};

// Something small that belongs to a person.
struct Item {
  std::string key;
  std::string person;
  std::string value;
  friend bool operator==(const Item&, const Item&) = default;
};

// A wish to change what belongs to people: of one kind, an item comes, and others go.
struct Change {
  std::string kind;
  // NOLINTBEGIN(readability-redundant-member-init): as above
  std::optional<Item> put = {};  // in the place of that of the same key
  std::string remove = {};       // the key of the one that goes; empty: none
  std::string replace = {};      // a person, all of whose others go; empty: nobody's
  // NOLINTEND(readability-redundant-member-init)
  int most = 0;  // refused, where the person has so many others; 0: as many as they like
  int keep = 0;  // others that stay of the person, those of the greatest values; 0: all
};

enum class Trouble : std::uint8_t {
  in_use,       // another server has the folder
  taken_over,   // another server has the store since; nothing more can be written here
  newer,        // made by a newer version of this program
  older,        // for readers: the server that brings it up to date has not run yet
  no_database,  // the file is something else
  no_store,     // where a reader or a backup needs one
  missing,      // a folder
  exists,       // will not be overwritten
  denied,
  full,     // no room on the disk
  corrupt,  // a table, or the file as a whole, cannot be read
  other,
};

class Error : public std::runtime_error {
 public:
  Error(Trouble trouble, const std::string& what) : std::runtime_error(what), trouble_(trouble) {}
  Trouble trouble() const { return trouble_; }

 private:
  Trouble trouble_;
};

// What a server leaves as it is; tests do not.
struct Options {
  bool is_reader = false;   // reads what an owner writes, from another thread or process
  bool skips_lock = false;  // for tests: takes the store over while its owner lives
  // NOLINTBEGIN(readability-redundant-member-init): without it g++ wants them written out
  std::string vfs = {};         // of SQLite; empty: the usual one
  int checkpoint_pages = 1000;  // of the WAL, after which they are copied into the file
  int index_after = 100'000;    // entries, after which the tables learn which is their last
  // The time of day, for what grows old. None: the system's.
  std::function<std::int64_t()> unix_s = {};
  // NOLINTEND(readability-redundant-member-init)
};

// Blocking, and to be used by one thread at a time. All that throws, throws Error.
class Store {
 public:
  // Opens or makes FOLDER/aeroplane.db (the folder for its owner alone, and so the file), brings
  // its schema up to date, and takes it over: from here on what an earlier owner would append is
  // refused by the store itself. One process at a time may have a folder. Throws.
  //
  // A reader changes nothing and needs a store that exists; of what is below it may call load,
  // running, tables_of, get and items_of, and finds what is committed by then.
  explicit Store(const std::filesystem::path& folder, Options options = {});
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // All in one transaction, with one fsync, and with it a heartbeat where a clock is given. An
  // outcome for each, in order, first those of the appends; one that is refused does not keep the
  // others out. Does not throw: what was wrong with the store, where something was, stands in
  // trouble().
  std::vector<Outcome> commit(std::span<const Append> appends,
                              std::optional<std::int64_t> clock_ms = std::nullopt,
                              std::span<const Change> changes = {});
  // Of the last commit() and tend(), for the log of the server; empty while all is well.
  const std::string& trouble() const;
  // Whether nobody else has taken the store over, as far as this one has noticed.
  bool is_owner() const;

  // What keeps commits fast: to be called between them, once what they say has been told.
  void tend();

  // None where there is no such table. Throws; where the log of the table cannot be read, that is
  // Trouble::corrupt, and all other tables go on.
  std::optional<Table> load(std::string_view code);
  // Codes of tables whose game is not over. Throws.
  std::vector<std::string> running();
  // Latest first. Throws.
  std::vector<Membership> tables_of(std::string_view person, int most);

  // The running clock, as it was at opening: that of the last heartbeat or, where that is later, of
  // the last entry. It counts while a server runs, and stands still while none does.
  std::int64_t clock_ms() const;
  // The stored clock does not go back. Throws.
  void heartbeat(std::int64_t clock_ms);

  // Items of people, such as tokens and push subscriptions: one value for a kind and key. What has
  // been put or removed survives as entries do. All throw.
  void put(std::string_view kind, const Item& item);
  std::optional<Item> get(std::string_view kind, std::string_view key);
  std::vector<Item> items_of(std::string_view kind, std::string_view person);  // by key
  void remove(std::string_view kind, std::string_view key);

  // Forgets tables that have had no entry since a time: one for those whose game is over, one for
  // the others. No more of them once so many entries have gone, so that commits need not wait
  // long; returns how many tables it were, 0 when there are none left. Throws.
  int forget(std::int64_t over_before_unix_s, std::int64_t running_before_unix_s, int most_entries);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Makes FILE a whole and checked copy of the store in a folder, also while a server runs on it. It
// is for its owner alone, complete and on the disk when this returns, and holds every entry that
// was confirmed before the call. To restore it, copy it to FOLDER/aeroplane.db where no server
// runs. Throws; overwrites nothing.
void backup(const std::filesystem::path& folder, const std::filesystem::path& file,
            const std::string& vfs = {});

// Commits what comes in, in groups, in a thread of its own, which is from then on the one that uses
// the store.
class Writer {
 public:
  using Ticket = std::uint64_t;
  // Called in the writer's thread, once a group, in the order of the appends; must not throw.
  using Done = std::function<void(std::vector<std::pair<Ticket, Outcome>>)>;
  using Job = std::function<void(Store&)>;

  struct Settings {
    std::size_t most_waiting = 65'536;  // of each kind
    std::size_t most_in_group = 4096;
    // A group begins at least so long after the one before, so that many appends share an fsync; an
    // append that comes after a pause does not wait.
    std::chrono::microseconds pace{2000};
    // The running clock, stored once a second; none: no heartbeat. Called in the writer's thread.
    // NOLINTNEXTLINE(readability-redundant-member-init): without it g++ wants it written out
    std::function<std::int64_t()> clock_ms = {};
    std::chrono::milliseconds heartbeat{1000};
  };

  Writer(Store& store, Done done, Settings settings);
  Writer(Store& store, Done done);
  ~Writer();  // commits and does what is waiting
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // All return at once, and may be called by any thread; false when too much is waiting.
  bool append(Ticket ticket, Append append);
  // Shares the fsync of the group. `told` is called in the writer's thread, and must not throw.
  using Told = std::function<void(Outcome)>;
  bool change(Change change, Told told);
  // Something else to do with the store, such as load(), after the appends that came before. Must
  // not throw.
  bool call(Job job);

  // Store::trouble() after the last group.
  std::string trouble() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace aero::storage
