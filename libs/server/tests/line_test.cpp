#include "line.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace aero::server {
namespace {

tables::Text text_of(std::size_t size, char letter = 'a') {
  return std::make_shared<const std::string>(size, letter);
}

// A line, and the other end of its connection.
class LineTest : public testing::Test, private Line::Owner {
 protected:
  LineTest() {
    asio::basic_socket_acceptor<tcp, Executor> acceptor(io_, {asio::ip::address_v4::loopback(), 0});
    Socket near(io_);
    far_.open(tcp::v4());
    far_.set_option(asio::socket_base::receive_buffer_size(kSmall));
    far_.connect(acceptor.local_endpoint());
    acceptor.accept(near);
    near.set_option(asio::socket_base::send_buffer_size(kSmall));
    line_.emplace(std::move(near), static_cast<Line::Owner&>(*this));
    far_.non_blocking(true);
  }

  // All that has come to the other end.
  std::string read() {
    std::string all;
    std::array<char, 4096> piece{};
    error_code error;
    while (const std::size_t count = far_.read_some(asio::buffer(piece), error)) {
      all.append(piece.data(), count);
    }
    return all;
  }

  // Writes and reads until nothing is left to be written.
  std::string pass_on() {
    std::string all;
    while (!line_->is_empty()) {
      EXPECT_FALSE(line_->write());
      all += read();
    }
    return all += read();
  }

  static constexpr int kSmall = 4096;
  asio::io_context io_;
  Socket far_{io_};
  std::optional<Line> line_;
  int filled_ = 0;

 private:
  void line_filled() override { ++filled_; }
};

TEST_F(LineTest, PutsEachMessageInAFrame) {
  using namespace std::string_literals;
  const std::pair<std::size_t, std::string> kHeads[] = {
      {0, "\x81\x00"s},
      {125, "\x81\x7D"s},
      {126, "\x81\x7E\x00\x7E"s},
      {65535, "\x81\x7E\xFF\xFF"s},
      {65536, "\x81\x7F\x00\x00\x00\x00\x00\x01\x00\x00"s}};
  for (const auto& [size, head] : kHeads) {
    line_->put(text_of(size));
    EXPECT_EQ(line_->bytes(), size);
    EXPECT_EQ(pass_on(), head + std::string(size, 'a'));
    EXPECT_EQ(line_->bytes(), 0U);
  }
}

TEST_F(LineTest, WritesAtOnceWhatWasPutTogether) {
  line_->put(text_of(2, 'a'));
  line_->put(text_of(1, 'b'));
  EXPECT_EQ(filled_, 1);
  EXPECT_EQ(line_->bytes(), 3U);
  EXPECT_EQ(read(), "");
  EXPECT_FALSE(line_->write());
  EXPECT_TRUE(line_->is_empty());
  EXPECT_EQ(read(),
            "\x81\x02"
            "aa"
            "\x81\x01"
            "b");
  line_->put(text_of(1, 'c'));
  EXPECT_EQ(filled_, 2);
}

TEST_F(LineTest, GoesOnWhereTheSocketWasFull) {
  std::string all;
  for (int i = 0; i < 200; ++i) {
    const tables::Text text =
        text_of(1000 + static_cast<std::size_t>(i), static_cast<char>('a' + i % 26));
    line_->put(text);
    all += std::string("\x81\x7E") + static_cast<char>(text->size() >> 8) +
           static_cast<char>(text->size() & 255) + *text;
  }
  EXPECT_FALSE(line_->write());
  EXPECT_FALSE(line_->is_empty());
  EXPECT_EQ(pass_on(), all);
}

TEST_F(LineTest, ForgetsAllOfWhichNothingIsWritten) {
  line_->put(text_of(1 << 20, 'a'));
  line_->put(text_of(10, 'b'));
  EXPECT_FALSE(line_->write());
  line_->forget();
  EXPECT_EQ(line_->bytes(), std::size_t{1} << 20);
  line_->put(text_of(1, 'c'));
  const std::string all = pass_on();
  EXPECT_EQ(all.size(), 10 + (1 << 20) + 3);
  EXPECT_TRUE(
      all.ends_with("a\x81\x01"
                    "c"));
}

TEST_F(LineTest, WhatBeastWritesHasItsPlaceAmongTheMessages) {
  std::size_t written = 0;
  line_->put(text_of(1, 'a'));
  line_->async_write_some(asio::buffer("\x8A", 1), [&](error_code error, std::size_t count) {
    EXPECT_FALSE(error);
    written = count;
  });
  line_->put(text_of(1, 'b'));
  EXPECT_EQ(written, 0U);
  io_.run();
  EXPECT_EQ(written, 1U);
  EXPECT_EQ(pass_on(),
            "\x81\x01"
            "a"
            "\x8A"
            "\x81\x01"
            "b");
}

TEST_F(LineTest, EndsWhenAllIsWritten) {
  constexpr std::size_t kMany = 1 << 20;
  constexpr std::size_t kHead = 10;
  line_->put(text_of(kMany));
  bool has_ended = false;
  async_teardown(boost::beast::role_type::server, *line_, [&](error_code) { has_ended = true; });
  io_.poll();
  EXPECT_FALSE(line_->is_empty());
  std::size_t count = 0;
  const Time give_up = Clock::now() + std::chrono::seconds(20);
  while (count < kHead + kMany && Clock::now() < give_up) {
    count += read().size();
    io_.poll();
  }
  EXPECT_EQ(count, kHead + kMany);
  far_.close();
  io_.run();
  EXPECT_TRUE(has_ended);
}

TEST_F(LineTest, TellsThatTheOtherEndIsGone) {
  far_.set_option(asio::socket_base::linger(true, 0));
  far_.close();
  error_code error;
  for (int i = 0; i < 100 && !error; ++i) {
    line_->put(text_of(1));
    error = line_->write();
  }
  EXPECT_TRUE(error);
}

}  // namespace
}  // namespace aero::server
