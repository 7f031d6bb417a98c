#pragma once
// Connections that speak WebSocket, each a Peer of the room.

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include "net.hpp"

namespace aero::server {

// Goes on with a connection whose client has asked, by `request`, for a WebSocket.
void open_socket(Socket socket,
                 const boost::beast::http::request<boost::beast::http::empty_body>& request,
                 const Address& source, House& house);

// To be called once a second: ends those whose time is up, and measures lag.
void look_at_sockets(House& house);

// Ends all of them: each after what is being written, or at once.
void finish_sockets(House& house);
void cut_sockets(House& house);

}  // namespace aero::server
