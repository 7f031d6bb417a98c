#pragma once
// What may happen to a server, again and again, while people play.

#include <filesystem>

#include "crowd.hpp"
#include "process.hpp"

namespace aero::load {

// At random moments the server is killed, or stopped, or finds the disk full, and comes back;
// copies of its store with a log that is torn off somewhere are tried too, in `folder`. Then all
// games are played to the end. Faults are added to the report. Precondition: everybody is there.
void chaos(const Settings& settings, Process& server, Process::Settings server_settings,
           Crowd& crowd, const std::filesystem::path& folder, Report& report);

}  // namespace aero::load
