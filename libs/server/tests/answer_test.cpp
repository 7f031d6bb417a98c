// What HTTP says to a request.

#include "answer.hpp"

#include <gtest/gtest.h>

#include <random>

namespace aero::server {
namespace {

using namespace std::string_literals;

Form form(std::string bytes, std::string etag) { return {std::move(bytes), std::move(etag)}; }

const Site& site() {
  static const Site kSite = [] {
    Site site;
    site["index.html"] = {"text/html; charset=utf-8", false, {form("page", "\"p\"")}};
    site["sub/index.html"] = {"text/html; charset=utf-8", false, {form("inner", "\"s\"")}};
    site["assets/a.js"] = {
        "text/javascript; charset=utf-8",
        true,
        {form("plain", "\"a\""), form("gz", "\"a-gz\""), form("br", "\"a-br\"")}};
    site["only.css"] = {
        "text/css; charset=utf-8", false, {form("style", "\"c\""), form("gz", "\"c-gz\"")}};
    site["a b+c%.txt"] = {"text/plain; charset=utf-8", false, {form("odd", "\"o\"")}};
    site["飞机.txt"] = {"text/plain; charset=utf-8", false, {form("planes", "\"f\"")}};
    return site;
  }();
  return kSite;
}

std::string_view field(const Answer& answer, std::string_view name) {
  std::string_view value;
  int count = 0;
  for (const auto& [its_name, its_value] : answer.fields) {
    if (its_name != name) continue;
    value = its_value;
    ++count;
  }
  EXPECT_LE(count, 1) << name;
  return value;
}

Answer get(std::string_view target) { return answer(site(), {"GET", target}); }

TEST(Answer, GivesTheFile) {
  const Answer answer = get("/index.html");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "page");
  EXPECT_EQ(answer.content_length, 4u);
  EXPECT_EQ(field(answer, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(field(answer, "ETag"), "\"p\"");
  EXPECT_EQ(field(answer, "Vary"), "");
  EXPECT_EQ(field(answer, "Content-Encoding"), "");
}

TEST(Answer, GivesTheIndexOfAFolder) {
  EXPECT_EQ(get("/").body, "page");
  EXPECT_EQ(get("/?x=1").body, "page");
  EXPECT_EQ(get("/sub/").body, "inner");
  EXPECT_EQ(get("/sub").status, 404);
}

TEST(Answer, ReadsTheTarget) {
  EXPECT_EQ(get("/index.html?").body, "page");
  EXPECT_EQ(get("/index.html?a=/b?c").body, "page");
  EXPECT_EQ(get("/%69ndex%2Ehtml").body, "page");
  EXPECT_EQ(get("/sub%2findex.html").body, "inner");
  EXPECT_EQ(get("/a%20b+c%25.txt").body, "odd");
  EXPECT_EQ(get("/%E9%A3%9E%e6%9c%ba.txt").body, "planes");
  EXPECT_EQ(get("http://localhost:8460/index.html").body, "page");
  EXPECT_EQ(get("HTTP://localhost/").body, "page");
  EXPECT_EQ(get("http://localhost").body, "page");
  EXPECT_EQ(get("http://localhost?a/b").body, "page");
}

TEST(Answer, RefusesWhatIsNoPath) {
  for (const std::string target :
       {"", "*", "index.html", "?", "localhost:80", "ftp://localhost/index.html", "/%", "/%4",
        "/%zz", "/index.html%", "/%2", "/index.html%00", "/a%0d%0aSet-Cookie:x", "/%7f", "/%1F"}) {
    EXPECT_EQ(get(target).status, 400) << target;
  }
  EXPECT_EQ(get("/index.html\0.png"s).status, 400);
}

TEST(Answer, FindsNothingOutside) {
  for (const std::string target : {"/missing",
                                   "/../index.html",
                                   "/..",
                                   "/../../etc/passwd",
                                   "/sub/../index.html",
                                   "/./index.html",
                                   "//index.html",
                                   "/index.html/",
                                   "/sub//index.html",
                                   "/%2e%2e/index.html",
                                   "/%2e%2e%2findex.html",
                                   "/..%5cindex.html",
                                   "/\\index.html",
                                   "/sub\\index.html",
                                   "/%252e%252e/index.html",
                                   "/.env",
                                   "/.git/config",
                                   "//etc/passwd",
                                   "/etc/passwd",
                                   "/%c0%ae%c0%ae/index.html",
                                   "/INDEX.HTML",
                                   "/index.html.",
                                   "/index.html%20",
                                   "/assets/a.js.gz",
                                   "/assets/a.js.br",
                                   "/assets/",
                                   "/assets"}) {
    const Answer answer = get(target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_EQ(answer.body, "Not Found\n");
  }
}

TEST(Answer, ToHeadIsThatToGetWithoutItsBody) {
  for (const std::string_view target : {"/", "/assets/a.js", "/missing", "/%"}) {
    const Answer whole = get(target);
    const Answer head = answer(site(), {"HEAD", target});
    EXPECT_EQ(head.status, whole.status);
    EXPECT_EQ(head.fields, whole.fields);
    EXPECT_EQ(head.content_length, whole.body.size());
    EXPECT_EQ(head.body, "");
  }
}

TEST(Answer, RefusesOtherMethods) {
  for (const std::string_view method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT",
                                        "PATCH", "get", "Head", "BREW", ""}) {
    const Answer answer = server::answer(site(), {method, "/"});
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_EQ(field(answer, "Allow"), "GET, HEAD");
    EXPECT_EQ(answer.body, "Method Not Allowed\n");
  }
  EXPECT_EQ(answer(site(), {"OPTIONS", "*"}).status, 405);
}

TEST(Answer, RefusesContentAndWantsAHost) {
  EXPECT_EQ(answer(site(), {.method = "GET", .target = "/", .has_content = true}).status, 413);
  EXPECT_EQ(answer(site(), {.method = "POST", .target = "/", .has_content = true}).status, 405);
  EXPECT_EQ(answer(site(), {.method = "GET", .target = "/", .names_host = false}).status, 400);
  const Answer head = answer(site(), {.method = "HEAD", .target = "/", .has_content = true});
  EXPECT_EQ(head.status, 413);
  EXPECT_EQ(head.body, "");
}

TEST(Answer, TellsHowLongItMayBeKept) {
  EXPECT_EQ(field(get("/"), "Cache-Control"), "no-cache");
  EXPECT_EQ(field(get("/only.css"), "Cache-Control"), "no-cache");
  EXPECT_EQ(field(get("/assets/a.js"), "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(field(get("/assets/missing.js"), "Cache-Control"), "no-cache");
}

TEST(Answer, IsSafeWhateverItIs) {
  const Answer answers[] = {get("/"),
                            get("/missing"),
                            get("/%"),
                            answer(site(), {"POST", "/"}),
                            answer(site(), {"GET", "/", "identity;q=0"}),
                            answer(site(), {"GET", "/", "", "\"p\""}),
                            refusal(413),
                            refusal(431),
                            refusal(503)};
  std::vector<int> statuses;
  for (const Answer& answer : answers) {
    statuses.push_back(answer.status);
    EXPECT_EQ(field(answer, "Content-Security-Policy"),
              "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
              "'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; worker-src "
              "'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors "
              "'none'; form-action 'none'");
    EXPECT_EQ(field(answer, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(field(answer, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(field(answer, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(field(answer, "Permissions-Policy"), "camera=(), microphone=(), geolocation=()");
  }
  EXPECT_EQ(statuses, (std::vector{200, 404, 400, 405, 406, 304, 413, 431, 503}));
}

// ---- compressed forms ----

TEST(Weight, IsWhatTheClientSays) {
  EXPECT_EQ(weight("gzip, br;q=0.8, *;q=0", Coding::gzip), 1000);
  EXPECT_EQ(weight("gzip, br;q=0.8, *;q=0", Coding::brotli), 800);
  EXPECT_EQ(weight("gzip, br;q=0.8, *;q=0", Coding::identity), 0);
  EXPECT_EQ(weight("", Coding::gzip), 0);
  EXPECT_EQ(weight("", Coding::identity), 1);
  EXPECT_EQ(weight("deflate", Coding::gzip), 0);
  EXPECT_EQ(weight("*", Coding::brotli), 1000);
  EXPECT_EQ(weight("*;q=0.5, br;q=0", Coding::brotli), 0);
  EXPECT_EQ(weight("*;q=0, identity", Coding::identity), 1000);
  EXPECT_EQ(weight(" GZip ;\tQ=0.25 ,", Coding::gzip), 250);
  EXPECT_EQ(weight("gzip;q=0.001", Coding::gzip), 1);
  EXPECT_EQ(weight("gzip;q=0", Coding::gzip), 0);
  EXPECT_EQ(weight("gzip;q=0.000", Coding::gzip), 0);
  EXPECT_EQ(weight("gzipped, xgzip", Coding::gzip), 0);
}

TEST(Weight, IsNoneWhereItCannotBeRead) {
  for (const std::string_view list :
       {"gzip;q=", "gzip;q=2", "gzip;q=-1", "gzip;q=x", "gzip;q=0.5x", "gzip;q=nan", "gzip;q=inf",
        "gzip;x=1", "gzip;0.5", "gzip;;q=1", "gzip;q=1e9"}) {
    EXPECT_EQ(weight(list, Coding::gzip), 0) << list;
  }
}

struct Wish {
  std::string_view accept_encoding;
  std::string_view body;  // of assets/a.js
};

TEST(Answer, IsTheFormThatTheClientWantsMost) {
  constexpr Wish kWishes[] = {
      {"", "plain"},
      {"gzip", "gz"},
      {"br", "br"},
      {"gzip, deflate, br, zstd", "br"},
      {"gzip, br;q=0.9", "gz"},
      {"br;q=0, gzip;q=0.1", "gz"},
      {"gzip;q=0", "plain"},
      {"gzip;q=0, br;q=0", "plain"},
      {"gzip;q=0.5, identity", "plain"},
      {"*", "br"},
      {"*, br;q=0", "gz"},
      {"*;q=0, gzip", "gz"},
      {"identity;q=0, gzip;q=0.001", "gz"},
      {"zstd", "plain"},
  };
  for (const auto& [accept_encoding, body] : kWishes) {
    const Answer answer = server::answer(site(), {"GET", "/assets/a.js", accept_encoding});
    EXPECT_EQ(answer.status, 200) << accept_encoding;
    EXPECT_EQ(answer.body, body) << accept_encoding;
    EXPECT_EQ(answer.content_length, body.size());
    EXPECT_EQ(field(answer, "Content-Encoding"), body == "plain" ? ""
                                                 : body == "gz"  ? "gzip"
                                                                 : "br");
    EXPECT_EQ(field(answer, "Vary"), "Accept-Encoding");
    EXPECT_EQ(field(answer, "Content-Type"), "text/javascript; charset=utf-8");
  }
}

TEST(Answer, IsPlainWhereThereIsNoOtherForm) {
  EXPECT_EQ(answer(site(), {"GET", "/", "br, gzip"}).body, "page");
  EXPECT_EQ(answer(site(), {"GET", "/only.css", "br"}).body, "style");
  EXPECT_EQ(answer(site(), {"GET", "/only.css", "br, gzip"}).body, "gz");
}

TEST(Answer, IsNoneWhereNoFormIsAccepted) {
  EXPECT_EQ(answer(site(), {"GET", "/", "identity;q=0"}).status, 406);
  EXPECT_EQ(answer(site(), {"GET", "/", "br, *;q=0"}).status, 406);
}

// ---- what the client has already ----

TEST(Answer, SaysThatNothingChanged) {
  for (const std::string_view tags :
       {"\"a\"", "W/\"a\"", "\"x\", \"a\"", "\"x\",W/\"a\" , \"y\"", "*"}) {
    const Answer answer = server::answer(site(), {"GET", "/assets/a.js", "", tags});
    EXPECT_EQ(answer.status, 304) << tags;
    EXPECT_EQ(answer.body, "");
    EXPECT_EQ(answer.content_length, std::nullopt);
    EXPECT_EQ(field(answer, "ETag"), "\"a\"");
    EXPECT_EQ(field(answer, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(field(answer, "Vary"), "Accept-Encoding");
    EXPECT_EQ(field(answer, "Content-Type"), "");
    EXPECT_EQ(field(answer, "Content-Encoding"), "");
  }
}

TEST(Answer, GivesTheFileToThoseWhoHaveAnother) {
  for (const std::string_view tags : {"\"b\"", "a", "\"A\"", "\"a-gz\"", "\"\"", ",,", "W/"}) {
    EXPECT_EQ(answer(site(), {"GET", "/assets/a.js", "", tags}).body, "plain") << tags;
  }
  EXPECT_EQ(answer(site(), {"GET", "/assets/a.js", "gzip", "\"a\""}).body, "gz");
  EXPECT_EQ(answer(site(), {"GET", "/assets/a.js", "gzip", "\"a-gz\""}).status, 304);
  EXPECT_EQ(answer(site(), {"GET", "/missing", "", "*"}).status, 404);
}

// Whatever is sent, the answer is one of those there are, and gives nothing but what the site has.
TEST(Answer, IsInOrderForAnyBytes) {
  constexpr std::string_view kParts[] = {"/",    "..",    "%2e", "%2F", "%00",  "\\",  "index.html",
                                         "a.js", "?",     "#",   "%",   "\xff", ";q=", "gzip",
                                         "*",    "\"a\"", ",",   " ",   "0.5",  "W/",  "assets"};
  std::mt19937 random(1);
  const auto some = [&] {
    std::string text;
    for (auto left = random() % 8; left > 0; --left) text += kParts[random() % std::size(kParts)];
    return text;
  };
  int given = 0;
  for (int round = 0; round < 200'000; ++round) {
    const std::string target = "/" + some();
    const std::string encoding = some();
    const std::string tags = some();
    const Answer answer = server::answer(site(), {"GET", target, encoding, tags});
    ASSERT_TRUE(answer.status == 200 || answer.status == 304 || answer.status == 400 ||
                answer.status == 404 || answer.status == 406)
        << answer.status;
    if (answer.status != 200) continue;
    ++given;
    ASSERT_TRUE(site().contains(*path_of(target))) << target;
  }
  EXPECT_GT(given, 1000);
}

}  // namespace
}  // namespace aero::server
