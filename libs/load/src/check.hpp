#pragma once
// The logs of a store against what was seen of them.

#include <filesystem>
#include <span>

#include "aero/load.hpp"
#include "table.hpp"

namespace aero::load {

// Folds the log of every table from its first entry: each position that was seen comes again, each
// command that was acknowledged is where the server said. Of some tables (all, where they are
// few) the dice are verified from the record alone. Faults are added to the report. Precondition:
// no server runs there. Throws CannotRun.
Checked check(const std::filesystem::path& data, std::span<const Seen> seen, Report& report);

// Whether every log of `torn` is the beginning of that in `whole`. Throws CannotRun.
void check_prefix(const std::filesystem::path& torn, const std::filesystem::path& whole,
                  std::span<const Seen> seen, Report& report);

void add_fault(Report& report, std::string_view code, const std::string& table, std::int64_t seq);

}  // namespace aero::load
