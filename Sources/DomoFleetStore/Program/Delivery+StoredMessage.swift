import DomoFleet
import DomoNATS
import NIOCore

extension Delivery {
    /// Reads what a house sent.
    init(_ message: StoredMessage) {
        let payload = Array(message.payload.readableBytesView)
        self.init(
            subject: message.subject,
            payload: payload,
            content: Self.content(message.subject, payload),
            stored: message.stored
        )
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
