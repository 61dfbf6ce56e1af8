import CLibCurl
import Glibc

/// The sockets of connections that are open, with the handle that opened each. Used only by the thread of the transfers.
final class OpenSockets {
    private var owners: [curl_socket_t: UnsafeMutableRawPointer] = [:]

    func note(_ socket: curl_socket_t, of easy: UnsafeMutableRawPointer) { owners[socket] = easy }

    func shut(_ socket: curl_socket_t) -> CInt {
        owners[socket] = nil
        return Glibc.close(socket)
    }

    /// A host may have two addresses, which libcurl tries at the same time.
    func of(_ easy: UnsafeMutableRawPointer) -> [curl_socket_t] { owners.filter { $0.value == easy }.map(\.key) }
}
