// The door of the module. It asks nothing of its host; text goes in and out:
//
//   const request = encode('roll\n{"record":"…","seat":"R","ply":3}');
//   const at = request_buffer(request.length);       // copy the bytes to memory[at …]
//   const size = call();
//   decode(memory, answer(), size)
//
// What can be asked and what the answers are is in door.hpp.

#include <span>

#include "aero/door.hpp"
#include "aero/eval.hpp"

#define AERO_EXPORT(name) __attribute__((export_name(#name)))

namespace aero::door {
namespace {

Desk desk;
std::string request;
std::string reply;

}  // namespace

// Where the next request of `size` bytes is to be put.
AERO_EXPORT(request_buffer) char* request_buffer(std::size_t size) {
  request.resize(size);
  return request.data();
}

// Answers it; the size of the answer in bytes.
AERO_EXPORT(call) std::size_t call() {
  reply = answer(desk, request);
  return reply.size();
}

#if defined(AERO_TAKES_NET)
// Takes what was put where requests are as the file of a net, once; 0 where it is none. A module
// that nobody can give a net has none of the code that needs one, and a page loads sooner.
AERO_EXPORT(take_net) int take_net() {
  Net::Loaded loaded = Net::load(std::as_bytes(std::span(request)));
  return loaded.net && set_standard_net(*std::move(loaded.net)) ? 1 : 0;
}
#endif

// Where the last answer stands.
AERO_EXPORT(answer) const char* answer_text() { return reply.data(); }

}  // namespace aero::door
