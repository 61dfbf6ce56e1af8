import CLibCurl

/// Limits what a server may send as one answer, counted as it arrives. libcurl limits the body on request, and the header
/// fields of one answer; but keeps any number of interim answers and trailers, and reads any number of bytes between the
/// chunks of a body.
struct AnswerLimit {
    /// For the header fields of interim answers, the answer and its trailers together, in bytes.
    static let maxHead = 65_536
    /// The least that libcurl allows. It reads up to 100 of them at once, which takes 1.5 ms in the worst case, one-byte
    /// chunks.
    static let bufferSize = 1024

    /// Why the answer ends here; nil while it is within its limits.
    private(set) var excess: String?
    private var head = 0
    private var maxArrived: Int64 = 0
    /// What had arrived on the connection when it was first looked at.
    private var arrivedBefore: Int64?

    /// - Parameter maxBody: in bytes.
    init(maxBody: Int) {
        // A body in one-byte chunks is six times as long.
        maxArrived = 8 * Int64(maxBody) + 1024 * 1024
    }

    /// - Returns: whether the header field may be kept.
    mutating func allows(headerOf length: Int) -> Bool {
        head += length
        if head > Self.maxHead { excess = "the header fields of the answer are longer than \(Self.maxHead) bytes" }
        return excess == nil
    }

    /// Looks at what has arrived on the connections of the transfer, with everything that is neither header nor body.
    ///
    /// - Returns: whether it may go on.
    mutating func allows(arrivedOn sockets: some Sequence<curl_socket_t>) -> Bool {
        let arrived = sockets.reduce(into: Int64(0)) { $0 += max(0, Int64(domo_curl_arrived($1))) }
        let before = arrivedBefore ?? arrived
        arrivedBefore = before
        if arrived - before > maxArrived { excess = "the server sent more than \(maxArrived) bytes as one answer" }
        return excess == nil
    }
}
