import HTTPTypes
import Hummingbird
import NIOCore

/// Where clients are: behind a proxy of one's own, as that says.
struct ClientAddresses: Sendable {
    /// The address of the proxy, or `unix` for whoever uses the Unix socket.
    let proxy: String?

    func address(of request: Request, from peer: SocketAddress?) -> String {
        let own = peer?.ipAddress ?? "unix"
        guard let proxy, own == proxy,
            let forwarded = request.headers[.forwardedFor]?.split(separator: ",").last
        else { return own }
        let address = forwarded.filter { $0 != " " }
        do {
            return try SocketAddress(ipAddress: String(address), port: 0).ipAddress ?? own
        } catch {
            return own
        }
    }
}
