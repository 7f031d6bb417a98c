// The project's net as a part of the program: the assembler takes the file as it is.

#include <optional>

#include "aero/eval.hpp"

#if defined(AERO_NET_FILE)
__asm__(
    ".section .rodata\n"
    ".balign 8\n"
    ".global aero_net_begin\n"
    "aero_net_begin:\n"
    ".incbin \"" AERO_NET_FILE
    "\"\n"
    ".global aero_net_end\n"
    "aero_net_end:\n"
    ".text\n");
extern "C" const std::byte kNetBegin[] __asm__("aero_net_begin");
extern "C" const std::byte kNetEnd[] __asm__("aero_net_end");
#endif

namespace aero {
namespace {

#if defined(AERO_NET_FILE)
const Net* own_net() {
  static std::optional<Net> net = Net::load({kNetBegin, kNetEnd}).net;
  return net ? &*net : nullptr;
}
#else
constexpr const Net* own_net() { return nullptr; }
#endif

// A plain pointer, so that the linker of a program that is never given a net can see that there is
// none, and leave out whatever needs one.
const Net*& slot() {
  static const Net* net = own_net();
  return net;
}

}  // namespace

const Net* standard_net() { return slot(); }

bool set_standard_net(Net net) {
  if (slot() != nullptr) return false;
  static std::optional<Net> kept = std::move(net);
  slot() = &*kept;
  return true;
}

}  // namespace aero
