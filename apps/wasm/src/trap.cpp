// What the C++ library wants of a system, here without asking the host: how it gives up, less the
// message, and what is to be done when a thread ends, which the only one never does.

#include <__verbose_abort>

void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }

extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is the library's
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
