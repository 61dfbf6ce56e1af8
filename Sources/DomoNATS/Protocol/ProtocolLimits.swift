/// What is kept of the octets that a server sends.
struct ProtocolLimits: Sendable {
    /// The maximum length of a line: INFO lists the addresses of the cluster.
    var infoLine = 64 * 1024
    /// The maximum length of any other line, as in the server.
    var controlLine = 4096
    /// The maximum size of a message with its headers. Larger ones are skipped.
    var payload = 1 << 20
}
