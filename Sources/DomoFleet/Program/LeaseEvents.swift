import DomoClient
import DomoLanguage
import DomoNATS
import NIOCore

/// Publishes the events of a connection to domod that watches, in their order and numbered. It ends rather than leave one
/// out.
final class LeaseEvents: Sendable {
    private struct State {
        var connection: DaemonConnection?
        var hasEnded = false
        /// The number of the last event that was published.
        var last: UInt64 = 0
        /// Lines that are published together.
        var lines = ByteBuffer()
        var count: UInt64 = 0
        var isFlushing = false
    }

    /// The header with the number of the first event in a message, and that of the last message.
    static let firstHeader = "Domo-First"
    static let endHeader = "Domo-End"
    /// Events together in one message.
    private static let usualBytes = 32 << 10
    /// What may wait for the server; reports and replies wait behind it.
    private static let maxUnwritten = 1 << 20

    private let nats: NATSConnection
    private let subject: String
    private let eventLoop: any EventLoop
    private let state: NIOLoopBoundBox<State>

    init(to subject: String, over nats: NATSConnection, on eventLoop: any EventLoop) {
        (self.subject, self.nats, self.eventLoop) = (subject, nats, eventLoop)
        state = .makeBoxSendingValue(State(), eventLoop: eventLoop)
    }

    /// Uses the connection, and closes it with the lease.
    func use(_ connection: DaemonConnection) {
        perform { lease in
            lease.state.value.connection = connection
            if lease.state.value.hasEnded { connection.close() }
        }
    }

    // MARK: On the event loop

    func append(_ line: ByteBuffer) {
        guard !state.value.hasEnded else { return }
        if state.value.lines.readableBytes + line.readableBytes > Self.usualBytes { flush() }
        state.value.lines.writeImmutableBuffer(line)
        state.value.lines.writeInteger(UInt8(ascii: "\n"))
        state.value.count += 1
        guard !state.value.isFlushing else { return }
        state.value.isFlushing = true
        // With those that domod wrote together.
        eventLoop.execute { [self] in
            state.value.isFlushing = false
            flush()
        }
    }

    private func flush() {
        guard state.value.count > 0, !state.value.hasEnded else { return }
        let (lines, first) = (state.value.lines, state.value.last + 1)
        state.value.last += state.value.count
        (state.value.lines, state.value.count) = (ByteBuffer(), 0)
        do throws(NATSFault) {
            guard nats.unwritten <= Self.maxUnwritten else { throw .overloaded }
            try nats.publish(lines, to: subject, headers: [(Self.firstHeader, String(first))])
        } catch {
            end()
        }
    }

    // MARK: On any thread

    /// The first reply, before all events.
    func publish(reply: ByteBuffer, to subject: String) {
        perform { lease in
            do throws(NATSFault) {
                try lease.nats.publish(reply, to: subject)
            } catch {
                lease.end()
            }
        }
    }

    /// Replies how many events were published: `{"ok":{"events":7}}`.
    func report(to subject: String) {
        perform { lease in
            lease.flush()
            guard !lease.state.value.hasEnded else { return }
            lease.publish(reply: ByteBuffer(string: #"{"ok":{"events":\#(lease.state.value.last)}}"#), to: subject)
        }
    }

    /// Closes the connection, and tells the program that watches.
    func close() { perform { $0.end() } }

    private func end() {
        guard !state.value.hasEnded else { return }
        flush()
        // It may have ended by that.
        guard !state.value.hasEnded else { return }
        state.value.hasEnded = true
        state.value.connection?.close()
        state.value.connection = nil
        do throws(NATSFault) {
            try nats.publish(ByteBuffer(), to: subject, headers: [(Self.endHeader, "1")])
        } catch {
            // The program that watches learns it when it renews the lease.
        }
    }

    private func perform(_ body: @escaping @Sendable (LeaseEvents) -> Void) {
        if eventLoop.inEventLoop {
            body(self)
        } else {
            eventLoop.execute { body(self) }
        }
    }
}
