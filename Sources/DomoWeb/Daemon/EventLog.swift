import DomoLanguage
import NIOCore
import Synchronization

/// The last events of a token, each with a number, and their readers. Readers go at their own pace: one that falls
/// behind the oldest event starts again from a snapshot, and delays nobody.
final class EventLog: Sendable {
    struct Entry: Sendable {
        var number: UInt64
        /// As sent to all streams.
        var text: ByteBuffer
    }

    /// The result of a read.
    enum Piece: Sendable {
        case entries([Entry])
        /// Unread events have been dropped.
        case missed
    }

    static let capacity = 1024
    /// The octets of all entries, some 300 events of readings. There is a log for each token in use.
    static let maxOctets = 96 * 1024
    /// What is read at once, so that a slow reader holds little. A longer event is read alone.
    static let pieceLength = 16 * 1024

    private struct State {
        var entries = CircularBuffer<Entry>()
        var octets = 0
        var last: UInt64 = 0
        var readers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var lastReader: UInt64 = 0
        var isClosed = false
        var pace = WakePace()
    }

    /// Identifies this log: event numbers of other logs are invalid here.
    let run: String
    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    init(run: String, on eventLoop: any EventLoop) { (self.run, self.eventLoop) = (run, eventLoop) }

    /// The number of the last event.
    var last: UInt64 { state.withLock(\.last) }

    /// - Parameter data: JSON.
    func append(_ kind: String, _ data: ByteBuffer) {
        let step = state.withLock { state in
            state.last += 1
            let text = EventStream.text(kind, "\(run)-\(state.last)", data)
            state.entries.append(Entry(number: state.last, text: text))
            state.octets += text.readableBytes
            while state.entries.count > Self.capacity || state.octets > Self.maxOctets && state.entries.count > 1 {
                state.octets -= state.entries.removeFirst().text.readableBytes
            }
            return state.pace.note(at: eventLoop.now, readers: state.readers.count)
        }
        switch step {
        case .nothing: return
        case .wake: wakeReaders()
        case .wakeAt(let time):
            eventLoop.scheduleTask(deadline: time) {
                self.state.withLock { $0.pace.noteWake(at: self.eventLoop.now, readers: $0.readers.count) }
                self.wakeReaders()
            }
        }
    }

    /// Marks a gap in the events: readers must start again from a snapshot.
    func markGap() {
        state.withLock { state in
            state.entries.removeAll()
            state.octets = 0
            state.last += 1
        }
        wakeReaders()
    }

    /// The first events after a number.
    func read(after number: UInt64) -> Piece {
        state.withLock { state in
            guard number <= state.last else { return .missed }
            let missing = state.last - number
            guard missing <= UInt64(state.entries.count) else { return .missed }
            var octets = 0
            let missed = state.entries.suffix(Int(missing))
            return .entries(
                Array(
                    missed.prefix { entry in
                        octets += entry.text.readableBytes
                        return octets <= Self.pieceLength || entry.number == number + 1
                    }
                )
            )
        }
    }

    /// A stream that signals new events and due heartbeats, and finishes when the log is closed.
    func signals() -> (id: UInt64, signals: AsyncStream<Void>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastReader += 1
            if state.isClosed { continuation.finish() } else { state.readers[state.lastReader] = continuation }
            return state.lastReader
        }
        return (id, stream)
    }

    func endSignals(_ id: UInt64) { state.withLock { $0.readers.removeValue(forKey: id) }?.finish() }

    var readerCount: Int { state.withLock(\.readers.count) }

    /// Wakes all readers, for their heartbeats.
    func wakeReaders() { for reader in state.withLock({ Array($0.readers.values) }) { reader.yield() } }

    /// Called when the token is no longer valid, or domo-web stops.
    func close() {
        let readers = state.withLock { state in
            state.isClosed = true
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
