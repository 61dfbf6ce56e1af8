import HTTPTypes
package import Hummingbird
package import NIOCore

/// The addresses of clients; those behind the trusted proxy are taken from its `X-Forwarded-For`.
package struct ClientAddresses: Sendable {
    /// The address of the proxy, or `unix` for clients of the Unix socket.
    let proxy: String?

    package func address(of request: Request, from peer: SocketAddress?) -> String {
        address(of: request.headers, from: peer)
    }

    func address(of headers: HTTPFields, from peer: SocketAddress?) -> String {
        let own = peer?.ipAddress ?? "unix"
        guard let proxy, own == proxy,
            let forwarded = headers[.forwardedFor]?.split(separator: ",").last
        else { return own }
        let address = forwarded.filter { $0 != " " }
        do {
            return try SocketAddress(ipAddress: String(address), port: 0).ipAddress ?? own
        } catch {
            return own
        }
    }
}
