import DomoLanguage
import NIOCore
import Synchronization

/// The last events of a token, each with a number, and those who read them. Readers go at their own pace: one that falls
/// behind the oldest event starts anew from a snapshot, and delays nobody.
final class EventLog: Sendable {
    struct Entry: Sendable {
        var number: UInt64
        /// As it goes to all streams.
        var text: ByteBuffer
    }

    /// What a reader gets.
    enum Piece: Sendable {
        case entries([Entry])
        /// Some that it has not read are gone.
        case missed
    }

    static let capacity = 1024

    private struct State {
        var entries = CircularBuffer<Entry>()
        var last: UInt64 = 0
        var readers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var lastReader: UInt64 = 0
        var isClosed = false
        var pace = WakePace()
    }

    /// Of this run: numbers of another run mean nothing here.
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
            if state.entries.count > Self.capacity { state.entries.removeFirst() }
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

    /// Events are missing here: no reader goes on over this.
    func breakOff() {
        state.withLock { state in
            state.entries.removeAll()
            state.last += 1
        }
        wakeReaders()
    }

    /// All since a number.
    func read(after number: UInt64) -> Piece {
        state.withLock { state in
            guard number <= state.last else { return .missed }
            let missing = state.last - number
            guard missing <= UInt64(state.entries.count) else { return .missed }
            return .entries(Array(state.entries.suffix(Int(missing))))
        }
    }

    /// A signal whenever there is something to read, or a heartbeat is due; it ends with the log.
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

    /// The token does not hold any more, or domo-web ends.
    func close() {
        let readers = state.withLock { state in
            state.isClosed = true
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
