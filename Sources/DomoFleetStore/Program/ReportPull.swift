import DomoFleet
import DomoLanguage
import DomoNATS
import NIOCore
import Synchronization

/// Takes reports from the consumer of a stream.
struct ReportPull: Sendable {
    /// Together with the number of streams, they limit the memory and the size of a transaction.
    static let maxReports = 200
    static let maxOctets = 1 << 20
    /// A program that stops waits so long.
    static let time: TimeAmount = .seconds(1)

    let stream: String
    let nats: NATSConnection

    enum Fault: Error {
        case connection(NATSFault)
        /// The consumer did not deliver, with the reason.
        case stopped(String)
    }

    /// Waits until reports come, or the time is over.
    func reports() async throws(Fault) -> [PulledReport] {
        let replies: NATSReplies
        do throws(NATSFault) {
            let shared = Counter(left: Self.maxReports)
            replies = try await nats.requestMany(
                ByteBuffer(bytes: Self.request),
                to: "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(Permissions.consumer)",
                atMost: Self.time + .seconds(5),
                // The server counts headers too.
                maxOctets: 2 * Self.maxOctets,
                judge: { shared.judge($0) }
            )
        } catch {
            switch error {
            case .noResponders: throw .stopped("there is no such stream or consumer; run domo-fleet store --setup")
            case .timedOut: throw .stopped("the consumer does not answer")
            default: throw .connection(error)
            }
        }
        let reports = replies.messages.compactMap { PulledReport($0) }
        if reports.isEmpty, let reason = Self.refusal(replies.end) { throw .stopped(reason) }
        return reports
    }

    /// Nil if the end is a usual one: no messages now, or so many octets.
    private static func refusal(_ end: NATSMessage?) -> String? {
        guard let end, let status = end.headers.status else { return nil }
        return [404, 408].contains(status) ? nil : "\(end.headers.statusText) (\(status))"
    }

    private static var request: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("batch")
            json.number(maxReports)
            json.key("expires")
            json.number(Int(time.nanoseconds))
            json.key("max_bytes")
            json.number(maxOctets)
        }
        return json.bytes
    }

    /// What has a status ends the pull, except heartbeats.
    private final class Counter: Sendable {
        private let left: Mutex<Int>

        init(left: Int) { self.left = Mutex(left) }

        func judge(_ message: NATSMessage) -> NATSReplyStep {
            if let status = message.headers.status { return status == 100 ? .skip : .end }
            return left.withLock { left in
                left -= 1
                return left <= 0 ? .last : .keep
            }
        }
    }
}
