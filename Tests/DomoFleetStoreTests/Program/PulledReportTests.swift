import DomoNATS
import NIOCore
import Testing

@testable import DomoFleetStore

struct PulledReportTests {
    private func pulled(_ reply: String?) -> PulledReport? {
        let subject = "domo.v1.report.58.casa0001"
        return PulledReport(NATSMessage(subject: subject, reply: reply, payload: ByteBuffer(string: "{}")))
    }

    /// nats-server, `server/consumer.go`, both versions of the subject.
    @Test(arguments: [
        "$JS.ACK.R00.store.1.7.9.1795780800123456789.4",
        "$JS.ACK.hub.ABCDEF.R00.store.1.7.9.1795780800123456789.4",
        "$JS.ACK._.ABCDEF.R00.store.1.7.9.1795780800123456789.4.x7Tq",
    ])
    func timeIsThatAtWhichNATSStoredIt(reply: String) {
        let report = pulled(reply)
        #expect(report?.delivery.stored == 1_795_780_800_123)
        #expect(report?.reply == reply)
    }

    @Test(arguments: [nil, "", "_INBOX.1", "$JS.ACK.R00.store.1.7.9.x.4", "$JS.ACK.R00.store.1.7.9.1.4.5", "$JS.ACK."])
    func otherMessagesAreNoReports(reply: String?) { #expect(pulled(reply) == nil) }
}
