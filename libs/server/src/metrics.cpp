#include "metrics.hpp"

#include <charconv>

namespace aero::server {
namespace {

std::string number(double value) {
  char text[32];
  char* const end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  return {text, end};
}

void head(std::string& text, std::string_view name, std::string_view type, std::string_view about) {
  text.append("# HELP ").append(name).append(" ").append(about).append("\n# TYPE ");
  text.append(name).append(" ").append(type).append("\n");
}

template <class T>
void line(std::string& text, std::string_view name, std::string_view labels, T value) {
  text.append(name).append(labels).append(" ").append(std::to_string(value)).append("\n");
}

template <class T>
void whole(std::string& text, std::string_view name, std::string_view type, std::string_view about,
           T value) {
  head(text, name, type, about);
  line(text, name, "", value);
}

}  // namespace

void Histogram::add(double seconds) {
  std::size_t i = 0;
  while (i < kBounds.size() && seconds > kBounds.at(i)) ++i;
  ++counts_.at(i);
  sum_ += seconds;
}

void Histogram::write(std::string_view name, std::string& text) const {
  const std::string bucket = std::string(name) + "_bucket";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    sum += counts_.at(i);
    const std::string bound = i < kBounds.size() ? number(kBounds.at(i)) : "+Inf";
    line(text, bucket, R"({le=")" + bound + R"("})", sum);
  }
  text.append(name).append("_sum ").append(number(sum_)).append("\n");
  line(text, std::string(name) + "_count", "", sum);
}

void Metrics::refuse(std::string_view reason) {
  const auto found = refused.find(reason);
  if (found != refused.end()) {
    ++found->second;
  } else {
    refused.emplace(reason, 1);
  }
}

std::string Metrics::text(bool is_ready) const {
  std::string text;
  head(text, "aeroplane_connections", "gauge", "Connections now, by what they speak.");
  line(text, "aeroplane_connections", R"({kind="http"})", sessions - streams);
  line(text, "aeroplane_connections", R"({kind="stream"})", streams);
  line(text, "aeroplane_connections", R"({kind="websocket"})", sockets);
  whole(text, "aeroplane_connections_accepted_total", "counter", "Connections so far.", accepted);
  whole(text, "aeroplane_requests_total", "counter", "HTTP requests so far.", requests);
  whole(text, "aeroplane_tables", "gauge", "Tables in memory now.", tables);
  whole(text, "aeroplane_tables_opened_total", "counter", "Tables made so far.", tables_opened);
  whole(text, "aeroplane_moves_total", "counter", "Rolls and choices stored so far.", moves);
  whole(text, "aeroplane_entries_total", "counter", "Log entries stored so far.", entries);
  whole(text, "aeroplane_messages_received_total", "counter", "Messages of clients.", messages_in);
  whole(text, "aeroplane_messages_sent_total", "counter", "Messages to clients.", messages_out);
  whole(text, "aeroplane_sent_bytes_total", "counter", "Bytes of those messages.", bytes_out);
  whole(text, "aeroplane_commits_waiting", "gauge", "Entries that are being stored.",
        waiting_commits);
  whole(text, "aeroplane_commits_failed_total", "counter", "Entries that were not stored.",
        commits_failed);
  head(text, "aeroplane_commit_seconds", "histogram", "From a command to its being stored.");
  commit_seconds.write("aeroplane_commit_seconds", text);
  head(text, "aeroplane_refused_total", "counter", "What was refused, by reason.");
  for (const auto& [reason, count] : refused) {
    line(text, "aeroplane_refused_total", R"({reason=")" + reason + R"("})", count);
  }
  head(text, "aeroplane_pushes_total", "counter", "Calls to a turn by web push, by outcome.");
  for (const auto& [outcome, count] : pushes) {
    line(text, "aeroplane_pushes_total", R"({outcome=")" + outcome + R"("})", count);
  }
  whole(text, "aeroplane_ready", "gauge", "1: the store can be written, and nothing stops.",
        is_ready ? 1 : 0);
  return text;
}

}  // namespace aero::server
