// aeroplane backup: a copy of what a server keeps, also while it runs.

#include "aero/storage.hpp"
#include "aero/terminal.hpp"
#include "commands.hpp"
#include "console.hpp"

namespace aero::cli {
namespace {

Syntax set_up() {
  return {
      .arguments =
          {{.name = "FILE", .about = "cli.backup.file", .is_optional = false, .is_file = true},
           {.name = "--data", .about = "cli.backup.data", .value = "FOLDER", .is_file = true}},
      .examples = {{"cli.backup.example", "aeroplane backup --data tables tables.backup"},
                   {"cli.backup.example_restore", "cp tables.backup tables/aeroplane.db"}},
  };
}

BadInput refusal(const storage::Error& error, const std::string& data, const std::string& file) {
  switch (error.trouble()) {
    using enum storage::Trouble;
    case no_store: return BadInput::about("cli.backup.no_store", {{"folder", data}});
    case missing: return BadInput::about("cli.backup.no_folder", {{"file", file}});
    case exists: return BadInput::about("cli.backup.exists", {{"file", file}});
    case full: return BadInput::about("cli.backup.full", {{"file", file}});
    case no_database:
    case corrupt: return BadInput::about("cli.backup.damaged", {{"folder", data}});
    default: return BadInput::about("cli.backup.failed", {{"reason", error.what()}});
  }
}

Exit run(const Call& call) {
  const std::string& data = call.text("--data");
  const std::string& file = call.text("FILE");
  try {
    storage::backup(data, file);
  } catch (const storage::Error& error) {
    throw refusal(error, data, file);
  }
  const std::string shown = terminal::printable(file);
  print_line(call.say("cli.backup.done", {{"file", std::string_view(shown)}}));
  return Exit::done;
}

}  // namespace

const Command kBackup{"backup", "cli.backup.about", set_up, run};

}  // namespace aero::cli
