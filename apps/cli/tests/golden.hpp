#pragma once
// Texts that are kept whole in apps/cli/tests/golden. To write them anew after a change that was
// meant, run the tests with AERO_WRITE_GOLDEN=1 and read the difference.

#include <string>
#include <string_view>

namespace aero::cli {

void expect_golden(std::string_view file, const std::string& text);

// What of a text in the pseudo-locale stands outside of ⟦ ⟧, and so did not come from the
// catalogue.
std::string past_catalogue(std::string_view text);

}  // namespace aero::cli
