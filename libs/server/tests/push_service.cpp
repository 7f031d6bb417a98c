#include "push_service.hpp"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <cctype>
#include <memory>
#include <stdexcept>

namespace aero::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr const char* kCreated = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
constexpr long kSeconds = 3600;

void require(bool is_done) {
  if (!is_done) throw std::runtime_error("no certificate");
}

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
  void operator()(BIO* memory) const { BIO_free(memory); }
};
template <class T>
using Held = std::unique_ptr<T, Free>;

std::string text_of(BIO* memory) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory, &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

void extend(X509* certificate, int what, const char* value) {
  const Held<X509_EXTENSION> extension(X509V3_EXT_conf_nid(nullptr, nullptr, what, value));
  require(extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1);
}

struct Identity {
  std::string certificate;
  std::string key;
};

Identity make_identity() {
  const Held<EVP_PKEY> key(EVP_EC_gen("P-256"));
  const Held<X509> certificate(X509_new());
  require(key != nullptr && certificate != nullptr);
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kSeconds);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kSeconds);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* const name = X509_get_subject_name(certificate.get());
  const std::string common = "localhost";
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             // NOLINTNEXTLINE(*-reinterpret-cast): OpenSSL's bytes are unsigned
                             reinterpret_cast<const unsigned char*>(common.data()), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  extend(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  extend(certificate.get(), NID_subject_alt_name, "DNS:localhost");
  require(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);
  const Held<BIO> certificate_text(BIO_new(BIO_s_mem()));
  const Held<BIO> key_text(BIO_new(BIO_s_mem()));
  require(PEM_write_bio_X509(certificate_text.get(), certificate.get()) == 1);
  require(PEM_write_bio_PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                   nullptr) == 1);
  return {text_of(certificate_text.get()), text_of(key_text.get())};
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// A request's head, up to its empty line.
Post parse_head(const std::string& head) {
  Post post;
  const std::size_t start = head.find(' ') + 1;
  post.target = head.substr(start, head.find(' ', start) - start);
  for (std::size_t at = head.find("\r\n") + 2; at + 2 < head.size();) {
    const std::size_t end = head.find("\r\n", at);
    const std::size_t colon = head.find(": ", at);
    if (colon < end)
      post.fields[lower(head.substr(at, colon - at))] = head.substr(colon + 2, end - colon - 2);
    at = end + 2;
  }
  return post;
}

}  // namespace

PushService::PushService()
    : tls_(asio::ssl::context::tls_server),
      acceptor_(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {
  const Identity identity = make_identity();
  certificate_ = identity.certificate;
  tls_.use_certificate_chain(asio::buffer(identity.certificate));
  tls_.use_private_key(asio::buffer(identity.key), asio::ssl::context::pem);
  thread_ = std::thread([this] { work(); });
}

PushService::~PushService() {
  const auto endpoint = acceptor_.local_endpoint();
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  error_code ignored;
  tcp::socket wakes(io_);
  // NOLINTNEXTLINE(bugprone-unused-return-value): the error comes both ways
  wakes.connect(endpoint, ignored);
  thread_.join();
}

std::string PushService::endpoint(const std::string& target) const {
  return "https://localhost:" + std::to_string(acceptor_.local_endpoint().port()) + target;
}

void PushService::answer(std::deque<std::string> answers) {
  const std::lock_guard lock(mutex_);
  answers_ = std::move(answers);
}

std::optional<Post> PushService::next(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, time, [this] { return !posts_.empty(); })) return std::nullopt;
  Post post = std::move(posts_.front());
  posts_.pop_front();
  return post;
}

int PushService::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

void PushService::work() {
  for (;;) {
    Stream stream(io_, tls_);
    acceptor_.accept(stream.lowest_layer());
    {
      const std::lock_guard lock(mutex_);
      if (is_over_) return;
      ++connections_;
    }
    try {
      serve(stream);
    } catch (const boost::system::system_error&) {
      continue;  // whoever came does not trust us, or went away
    }
  }
}

void PushService::serve(Stream& stream) {
  stream.handshake(asio::ssl::stream_base::server);
  std::string text;
  const std::size_t size = asio::read_until(stream, asio::dynamic_buffer(text), "\r\n\r\n");
  Post post = parse_head(text.substr(0, size));
  post.body = text.substr(size);
  const std::size_t length = std::stoul(post.fields["content-length"]);
  std::string rest(length - post.body.size(), '\0');
  asio::read(stream, asio::buffer(rest));
  post.body += rest;
  std::string answer = kCreated;
  {
    const std::lock_guard lock(mutex_);
    posts_.push_back(std::move(post));
    if (!answers_.empty()) {
      answer = answers_.front();
      answers_.pop_front();
    }
  }
  changed_.notify_all();
  if (answer.empty()) {  // until whoever waits goes away
    char nothing = 0;
    asio::read(stream, asio::buffer(&nothing, 1));
  }
  asio::write(stream, asio::buffer(answer));
}

}  // namespace aero::server
