#include "line.hpp"

#include <array>
#include <string_view>

namespace aero::server {
namespace {

constexpr std::size_t kBytesAtOnce = 64 << 10;
constexpr std::size_t kPiecesKept = 4;  // places that stay, so that a message needs none anew

// The head of the frame of a text message: RFC 6455, 5.2.
class Head {
 public:
  explicit Head(std::size_t payload) {
    constexpr char kWholeText = '\x81';
    bytes_[0] = kWholeText;
    if (payload < 126) {
      bytes_[1] = static_cast<char>(payload);
    } else if (payload <= UINT16_MAX) {
      bytes_[1] = 126;
      add(payload, 2);
    } else {
      bytes_[1] = 127;
      add(payload, 8);
    }
  }
  std::string_view text() const { return {bytes_.data(), size_}; }

 private:
  void add(std::uint64_t number, int bytes) {
    while (bytes-- > 0) bytes_[size_++] = static_cast<char>(number >> 8 * bytes & 0xff);
  }

  std::array<char, 10> bytes_{};
  std::size_t size_ = 2;
};

}  // namespace

Line::Line(Socket socket, Owner& owner) : socket_(std::move(socket)), owner_(owner) {
  error_code ignored;
  // NOLINTNEXTLINE(bugprone-unused-return-value): the error comes both ways
  socket_.non_blocking(true, ignored);
}

void Line::put(Piece piece) {
  bytes_ += piece.bytes->size();
  pieces_.push_back(std::move(piece));
  if (pieces_.size() == 1) owner_.line_filled();
}

// All lines share the buffer, one after the other.
error_code Line::write() {
  static thread_local std::string frames;
  while (!pieces_.empty()) {
    frames.clear();
    for (const Piece& piece : pieces_) {
      if (piece.is_message) frames += Head(piece.bytes->size()).text();
      frames += *piece.bytes;
      if (frames.size() - written_ >= kBytesAtOnce) break;
    }
    error_code error;
    const std::size_t count = socket_.write_some(asio::buffer(frames) + written_, error);
    if (error == asio::error::would_block) return {};
    if (error) return error;
    wrote(count);
  }
  return {};
}

void Line::wrote(std::size_t count) {
  written_ += count;
  auto next = pieces_.begin();
  for (; next != pieces_.end(); ++next) {
    const std::size_t payload = next->bytes->size();
    const std::size_t frame = payload + (next->is_message ? Head(payload).text().size() : 0);
    if (written_ < frame) break;
    written_ -= frame;
    bytes_ -= payload;
  }
  pieces_.erase(pieces_.begin(), next);
  if (pieces_.empty() && pieces_.capacity() > kPiecesKept) pieces_ = {};
}

void Line::forget() {
  pieces_.resize(written_ > 0 ? 1 : 0);
  bytes_ = pieces_.empty() ? 0 : pieces_.front().bytes->size();
}

void Line::close() {
  error_code ignored;
  // NOLINTNEXTLINE(bugprone-unused-return-value): the error comes both ways
  socket_.close(ignored);
}

}  // namespace aero::server
