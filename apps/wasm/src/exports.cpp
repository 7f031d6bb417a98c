// The door of the module. It asks nothing of its host; text goes in and out:
//
//   const request = encode('roll\n{"record":"…","seat":"R","ply":3}');
//   const at = request_buffer(request.length);       // copy the bytes to memory[at …]
//   const size = call();
//   decode(memory, answer(), size)
//
// What can be asked and what the answers are is in door.hpp.

#include "aero/door.hpp"

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

// Where the last answer stands.
AERO_EXPORT(answer) const char* answer_text() { return reply.data(); }

}  // namespace aero::door
