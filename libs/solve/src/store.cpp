#include "store.hpp"

#include <unistd.h>

#include <bit>
#include <cstdint>
#include <fstream>
#include <system_error>

#include "aero/mix.hpp"

namespace aero::solve {
namespace {

// Stands for the layout of the file, and for the order of its numbers: another one with any change.
constexpr std::string_view kMagic = "aeroplane table 1\n";

std::string heading_of(const Label& label) {
  return std::string(kMagic) + std::string(label.kind) + ' ' + label.about + '\n';
}

std::filesystem::path path_of(const std::filesystem::path& folder, const Label& label) {
  std::uint64_t name = 0;
  for (const char letter : heading_of(label)) name = mix(name ^ static_cast<unsigned char>(letter));
  std::string digits(16, '0');
  for (char& digit : digits) {
    digit = "0123456789abcdef"[name & 15];
    name >>= 4;
  }
  return folder / (std::string(label.kind) + '-' + digits);
}

double checksum(std::span<const double> numbers) {
  std::uint64_t sum = numbers.size();
  for (const double number : numbers) sum = mix(sum ^ std::bit_cast<std::uint64_t>(number));
  return static_cast<double>(sum >> 11);  // exact in 53 bits, so that it is one more number
}

void write(std::ostream& out, std::span<const double> numbers) {
  const auto bytes = std::as_bytes(numbers);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): streams want char
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

bool read(std::istream& in, std::span<double> numbers) {
  const auto bytes = std::as_writable_bytes(numbers);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): streams want char
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return in.good();
}

}  // namespace

std::optional<std::vector<double>> read_table(const std::filesystem::path& folder,
                                              const Label& label, std::size_t count) {
  std::ifstream file(path_of(folder, label), std::ios::binary);
  const std::string heading = heading_of(label);  // in full, as a name may stand for others too
  std::string found(heading.size(), '\0');
  if (!file.read(found.data(), static_cast<std::streamsize>(found.size())) || found != heading) {
    return std::nullopt;
  }
  double sum = 0;
  std::vector<double> numbers(count);
  if (!read(file, {&sum, 1}) || !read(file, numbers) || sum != checksum(numbers)) {
    return std::nullopt;
  }
  return numbers;
}

bool write_table(const std::filesystem::path& folder, const Label& label,
                 std::span<const double> numbers) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return false;
  const std::filesystem::path path = path_of(folder, label);
  // Written beside it and put in its place at once, so that nobody reads half a table.
  const std::filesystem::path part = path.string() + '.' + std::to_string(::getpid());
  {
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    const double sum = checksum(numbers);
    file << heading_of(label);
    write(file, {&sum, 1});
    write(file, numbers);
    if (!file.flush()) {
      std::filesystem::remove(part, error);
      return false;
    }
  }
  std::filesystem::rename(part, path, error);
  return !error;
}

}  // namespace aero::solve
