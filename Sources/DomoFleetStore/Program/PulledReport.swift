import DomoFleet
import DomoNATS
import NIOCore

/// A report as a consumer delivered it.
struct PulledReport: Sendable {
    var delivery: Delivery
    /// Where it is acknowledged.
    var reply: String

    /// - Returns: nil if the message does not come from a consumer.
    ///
    /// The reply subject is `$JS.ACK.STREAM.CONSUMER.DELIVERIES.SEQUENCE.CONSUMER-SEQUENCE.TIME.PENDING`; with the second
    /// version, a domain and the hash of the account come before the stream, and a random token may come last
    /// (nats-server, `server/consumer.go`).
    init?(_ message: NATSMessage) {
        guard let reply = message.reply, reply.hasPrefix("$JS.ACK.") else { return nil }
        let tokens = reply.split(separator: ".", omittingEmptySubsequences: false)
        let start = tokens.count == 9 ? 2 : 4
        guard tokens.count == 9 || tokens.count >= 11, let nanoseconds = Int64(tokens[start + 5]) else { return nil }
        self.reply = reply
        delivery = Delivery(
            subject: message.subject,
            payload: Array(message.payload.readableBytesView),
            stored: nanoseconds / 1_000_000
        )
    }
}

extension Delivery {
    /// Reads what a house sent.
    init(subject: String, payload: [UInt8], stored: Int64) {
        self.init(subject: subject, payload: payload, content: Self.content(subject, payload), stored: stored)
    }

    private static func content(_ subject: String, _ payload: [UInt8]) -> Content {
        guard let house = FleetSubjects.house(ofReport: subject) else {
            return .unreadable("the subject is not that of a house and its partition")
        }
        do throws(ReportFault) {
            return .report(try Report(json: payload), of: house)
        } catch {
            return .unreadable(error.description)
        }
    }
}
