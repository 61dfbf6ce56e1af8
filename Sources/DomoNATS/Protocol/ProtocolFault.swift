/// Why the octets of a server can't be read any further.
struct ProtocolFault: Error, Equatable, Sendable {
    var message: String
}
