import NIOCore

/// Splits the octets of a server into operations (docs.nats.io, client protocol). They may arrive in pieces of any size.
struct ProtocolParser {
    private enum State {
        case line
        /// A message whose header and payload are arriving.
        case payload(Head)
        /// A message that is too large: the number of octets to skip.
        case skipping(Int)
        case failed(ProtocolFault)
    }

    /// The line of MSG or HMSG.
    private struct Head {
        var subject: String
        var reply: String?
        var subscription: UInt64
        /// 0 for MSG.
        var headerLength: Int
        var length: Int
    }

    private let limits: ProtocolLimits
    private var buffer = ByteBuffer()
    private var state = State.line
    /// The number of octets of the line that were already searched for its end.
    private var searched = 0

    init(_ limits: ProtocolLimits = ProtocolLimits()) { self.limits = limits }

    /// The octets that belong to no operation yet.
    var pending: Int { buffer.readableBytes }

    mutating func append(_ octets: ByteBuffer) {
        if case .failed = state { return }
        buffer.discardReadBytes()
        if buffer.readableBytes == 0 { buffer = octets } else { buffer.writeImmutableBuffer(octets) }
    }

    /// Returns the next operation; nil until more octets arrive.
    ///
    /// After a fault, nothing more can be read.
    mutating func next() throws(ProtocolFault) -> ServerOperation? {
        do throws(ProtocolFault) {
            while true {
                switch state {
                case .failed(let fault): throw fault
                case .line:
                    guard let line = try readLine() else { return nil }
                    if let operation = try operation(line) { return operation }
                case .payload(let head):
                    guard let message = try readMessage(head) else { return nil }
                    state = .line
                    return message
                case .skipping(let count):
                    let available = min(count, buffer.readableBytes)
                    buffer.moveReaderIndex(forwardBy: available)
                    guard available == count else {
                        state = .skipping(count - available)
                        return nil
                    }
                    state = .line
                }
            }
        } catch {
            state = .failed(error)
            buffer = ByteBuffer()
            throw error
        }
    }

    // MARK: - Lines

    private mutating func readLine() throws(ProtocolFault) -> ByteBufferView? {
        let view = buffer.readableBytesView
        let rest = view.dropFirst(searched)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            searched = view.count
            try checkLength(view)
            return nil
        }
        searched = 0
        var line = view[..<end]
        try checkLength(line)
        buffer.moveReaderIndex(forwardBy: line.count + 1)
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return line
    }

    private func checkLength(_ line: ByteBufferView) throws(ProtocolFault) {
        guard line.count > limits.controlLine else { return }
        let limit = Self.isOperation(line.prefix(5), "INFO ") ? limits.infoLine : limits.controlLine
        guard line.count <= limit else { throw ProtocolFault(message: "a line is longer than \(limit) octets") }
    }

    /// Names of operations have no case.
    private static func isOperation(_ word: ByteBufferView, _ name: StaticString) -> Bool {
        guard word.count == name.utf8CodeUnitCount else { return false }
        return zip(word, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)).allSatisfy {
            let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            return (isLower ? $0 - 32 : $0) == $1
        }
    }

    /// - Returns: nil for the line of a message, whose payload follows.
    private mutating func operation(_ line: ByteBufferView) throws(ProtocolFault) -> ServerOperation? {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = line.firstIndex(where: isSpace) ?? line.endIndex
        let (name, rest) = (line[..<end], line[end...])
        if Self.isOperation(name, "MSG") {
            return try start(try head(rest.split(whereSeparator: isSpace), hasHeaders: false))
        }
        if Self.isOperation(name, "HMSG") {
            return try start(try head(rest.split(whereSeparator: isSpace), hasHeaders: true))
        }
        if Self.isOperation(name, "PING") { return .ping }
        if Self.isOperation(name, "PONG") { return .pong }
        if Self.isOperation(name, "+OK") { return .ok }
        if Self.isOperation(name, "-ERR") { return .error(ServerError(Self.printable(rest))) }
        if Self.isOperation(name, "INFO") {
            guard let info = ServerInfo(json: Array(rest)) else { throw ProtocolFault(message: "INFO is not readable") }
            return .info(info)
        }
        throw ProtocolFault(message: "not a NATS server: it sent \"\(Self.printable(line.prefix(40)))\"")
    }

    /// For people and logs.
    private static func printable(_ bytes: ByteBufferView) -> String {
        String(decoding: bytes.prefix(512).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    // MARK: - Messages

    /// MSG: subject, subscription, [reply], length. HMSG: also the length of the header before the whole length.
    private func head(_ words: [ByteBufferView], hasHeaders: Bool) throws(ProtocolFault) -> Head {
        let required = hasHeaders ? 4 : 3
        guard words.count == required || words.count == required + 1, let last = words.last,
            let subscription = Self.number(words[1]), let length = Self.number(last)
        else { throw ProtocolFault(message: "the line of a message is not readable") }
        let headerLength = hasHeaders ? Self.number(words[words.count - 2]) : 0
        guard let headerLength, headerLength <= length else {
            throw ProtocolFault(message: "the header of a message is longer than the message")
        }
        return Head(
            subject: Self.printable(words[0]),
            reply: words.count > required ? Self.printable(words[2]) : nil,
            subscription: UInt64(subscription),
            headerLength: headerLength,
            length: length
        )
    }

    private static func number(_ word: ByteBufferView) -> Int? {
        guard (1...10).contains(word.count), word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return word.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func start(_ head: Head) throws(ProtocolFault) -> ServerOperation? {
        guard head.length <= limits.payload else {
            state = .skipping(head.length + 2)
            return .oversized(subject: head.subject, octets: head.length)
        }
        state = .payload(head)
        return nil
    }

    private mutating func readMessage(_ head: Head) throws(ProtocolFault) -> ServerOperation? {
        guard buffer.readableBytes >= head.length + 2 else { return nil }
        let header = buffer.readSlice(length: head.headerLength) ?? ByteBuffer()
        let payload = buffer.readSlice(length: head.length - head.headerLength) ?? ByteBuffer()
        guard buffer.readString(length: 2) == "\r\n" else {
            throw ProtocolFault(message: "a message does not end where its length says")
        }
        let message = NATSMessage(
            subject: head.subject,
            reply: head.reply,
            headers: head.headerLength > 0 ? NATSHeaders(block: header) : NATSHeaders(),
            payload: payload
        )
        return .message(message, subscription: head.subscription)
    }
}
