import NIOCore

/// Feeds octets to everything that reads what servers and other clients send, for fuzzing.
public struct ProtocolProbe {
    private let limits: ProtocolLimits

    /// - Parameter maxPayload: of a message, in octets.
    public init(maxPayload: Int = 256) {
        var limits = ProtocolLimits()
        limits.payload = maxPayload
        self.limits = limits
    }

    /// - Parameter cut: the number of octets of the next piece, from how many are left.
    /// - Returns: what is wrong; nil if nothing is.
    public func feed(_ octets: [UInt8], cut: (Int) -> Int) -> String? {
        let whole = parse([octets[...]])
        var pieces: [ArraySlice<UInt8>] = []
        var rest = octets[...]
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, cut(rest.count)))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        let split = parse(pieces)
        guard whole == split else { return "the operations differ when the octets are split" }
        guard whole.maxPending <= max(limits.infoLine, octets.count) else {
            return "\(whole.maxPending) octets are kept"
        }
        for operation in whole.operations {
            if let problem = check(operation) { return problem }
        }
        return nil
    }

    private struct Outcome: Equatable {
        var operations: [ServerOperation] = []
        var fault: ProtocolFault?
        var maxPending = 0

        static func == (one: Self, other: Self) -> Bool {
            one.operations == other.operations && one.fault == other.fault
        }
    }

    private func parse(_ pieces: [ArraySlice<UInt8>]) -> Outcome {
        var parser = ProtocolParser(limits)
        var outcome = Outcome()
        do throws(ProtocolFault) {
            for piece in pieces {
                parser.append(ByteBuffer(bytes: piece))
                while let operation = try parser.next() { outcome.operations.append(operation) }
                outcome.maxPending = max(outcome.maxPending, parser.pending)
            }
        } catch {
            outcome.fault = error
        }
        return outcome
    }

    private func check(_ operation: ServerOperation) -> String? {
        var machine = SessionMachine(name: "probe", credentials: .none, security: .plain, maxPings: 2)
        _ = machine.handle(operation)
        guard case .message(let message, _) = operation else { return nil }
        guard message.octets <= limits.payload + 64 || message.headers.isMalformed else {
            return "a message is too large"
        }
        _ = StoredMessage(message)
        do throws(JetStreamFault) {
            _ = try PublishAck(message)
        } catch {
            guard !error.description.isEmpty else { return "a fault without a message" }
        }
        return checkWriting(message)
    }

    /// What can be sent arrives as it was.
    private func checkWriting(_ message: NATSMessage) -> String? {
        guard NATSSubject.problem(in: message.subject) == nil, message.headers.problem == nil,
            message.reply.map({ NATSSubject.problem(in: $0) == nil }) ?? true
        else { return nil }
        var message = message
        message.headers = NATSHeaders(message.headers.fields.map { ($0.name, $0.value) })
        var buffer = ByteBuffer()
        ClientOperation.publish(message).write(to: &buffer)
        // A server sends the same with the number of the subscription.
        guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")),
            var words = buffer.readString(length: end + 1)?.split(whereSeparator: \.isWhitespace).map(String.init)
        else { return "a message without a line" }
        words[0] = words[0] == "PUB" ? "MSG" : "HMSG"
        words.insert("1", at: 2)
        let line = words.joined(separator: " ") + "\r\n"
        var limits = limits
        limits.payload = .max
        var parser = ProtocolParser(limits)
        parser.append(ByteBuffer(string: line))
        parser.append(buffer)
        do throws(ProtocolFault) {
            let again = try parser.next()
            return again == .message(message, subscription: 1)
                ? nil : "\(message) is read as \(String(describing: again))"
        } catch {
            return "\(message) can't be read: \(error.message)"
        }
    }
}
