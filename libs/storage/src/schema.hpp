#pragma once
// How the file is laid out, and how one of an older version comes up to date.

#include "sqlite.hpp"

namespace aero::storage {

// Of this program; a step of the schema for each.
int newest_version();

// That of the file; 0 for an empty one. Throws where it is no file of ours, or a newer one.
int version_of(Database& database);

// From whatever version it has to the newest, each step a transaction. Throws.
void bring_up_to_date(Database& database);

}  // namespace aero::storage
