import CLibCurl
import DomoSystem
import Glibc

/// The sockets of a curl multi handle, and the events that the thread waits for on each.
///
/// A connection stays watched between two signals: the next one often follows soon, which saves two system calls.
final class WatchedSockets {
    private struct Watched {
        var wish: CInt
        /// Whether libcurl wants events; false between two signals.
        var isWanted: Bool
        /// The handle that uses it now; not valid between two signals.
        let easy: UnsafeMutableRawPointer?
    }

    /// Why a socket can't be watched.
    private(set) var fault: String?

    private let events: SocketEvents
    private var watched: [curl_socket_t: Watched] = [:]
    /// The sockets of connections, for which libcurl reports the closing. It also has others.
    private var connections: Set<curl_socket_t> = []

    private let handles: CurlHandles

    init(_ events: SocketEvents, of multi: UnsafeMutableRawPointer, handles: CurlHandles) {
        self.events = events
        self.handles = handles
        domo_curl_multi_set_socket(multi, watchSocket, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Tracks the sockets that a handle opens.
    func follow(_ easy: UnsafeMutableRawPointer) throws(CurlFault) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try require(domo_curl_set_socket(easy, noteSocket, context, closeSocket, context))
    }

    /// Whether libcurl needs an event on a socket. It doesn't if the server closes a connection between two signals:
    /// libcurl checks a connection before it reuses it.
    func isWanted(_ socket: curl_socket_t) -> Bool {
        guard let known = watched[socket], !known.isWanted else { return true }
        watched[socket] = nil
        events.forget(socket)
        return false
    }

    /// The transfer that is using a socket; nil if none is.
    func transfer(on socket: curl_socket_t) -> Transfer? {
        guard let known = watched[socket], known.isWanted, connections.contains(socket) else { return nil }
        return known.easy.flatMap(Transfer.of)
    }

    /// - Returns: false if the socket can't be watched, with the reason in `fault`.
    fileprivate func watch(_ socket: curl_socket_t, _ wish: CInt, of easy: UnsafeMutableRawPointer?) -> Bool {
        guard wish != CURL_POLL_REMOVE else {
            if connections.contains(socket), watched[socket]?.wish == CURL_POLL_IN {
                watched[socket]?.isWanted = false
            } else {
                watched[socket] = nil
                events.forget(socket)
            }
            return true
        }
        let former = watched.updateValue(Watched(wish: wish, isWanted: true, easy: easy), forKey: socket)
        guard former?.wish != wish || !connections.contains(socket) else { return true }
        if handles.watch(events, socket, wish != CURL_POLL_OUT, wish != CURL_POLL_IN) { return true }
        // Otherwise its transfer would never end.
        fault = "can't watch a socket: \(String(cString: strerror(errno)))"
        return false
    }

    fileprivate func note(_ socket: curl_socket_t) { connections.insert(socket) }

    fileprivate func close(_ socket: curl_socket_t) -> CInt {
        connections.remove(socket)
        // Closing a socket also stops watching it.
        watched[socket] = nil
        return Glibc.close(socket)
    }

    fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> WatchedSockets {
        Unmanaged<WatchedSockets>.fromOpaque(context!).takeUnretainedValue()
    }
}

private func watchSocket(
    _ easy: UnsafeMutableRawPointer?,
    _ socket: curl_socket_t,
    _ wish: CInt,
    _ context: UnsafeMutableRawPointer?,
    _ own: UnsafeMutableRawPointer?
) -> CInt {
    // -1 makes libcurl abort the multi handle.
    WatchedSockets.of(context).watch(socket, wish, of: easy) ? 0 : -1
}

private func noteSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ use: curlsocktype) -> CInt {
    WatchedSockets.of(context).note(socket)
    return CURL_SOCKOPT_OK
}

private func closeSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> CInt {
    WatchedSockets.of(context).close(socket)
}
