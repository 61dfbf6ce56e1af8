import NIOCore
import Testing

@testable import DomoNATS

struct JetStreamReplyTests {
    private func message(_ text: String) -> NATSMessage {
        NATSMessage(subject: "i", payload: ByteBuffer(string: text))
    }

    @Test func acknowledgementsOfPublishesAreRead() throws {
        let ack = try PublishAck(message(#"{"stream":"R00","seq":18446744073,"duplicate":true,"domain":"x"}"#))
        #expect(ack.stream == "R00" && ack.sequence == 18_446_744_073 && ack.isDuplicate)
        #expect(try !PublishAck(message(#"{"stream":"R00","seq":1}"#)).isDuplicate)
    }

    @Test(arguments: [
        "", "{}", "[]", "{", #"{"stream":"R00"}"#, #"{"stream":1,"seq":1}"#, #"{"stream":"R00","seq":0}"#,
        #"{"stream":"R00","seq":-1}"#, #"{"stream":"R00","seq":"1"}"#,
    ])
    func otherRepliesAreMalformed(text: String) {
        #expect(throws: JetStreamFault.malformed) { try PublishAck(message(text)) }
    }

    @Test(arguments: [
        (503, 10077, "maximum bytes exceeded", JetStreamFault.streamFull("maximum bytes exceeded"), true),
        (400, 10054, "large", .messageTooLarge("large"), false), (503, 10008, "later", .unavailable("later"), true),
        (429, 10167, "many", .unavailable("many"), true), (404, 10014, "none", .notFound("none"), false),
        (503, 10999, "new", .unavailable("new"), true),
        (400, 10058, "name\nin use", .refused(code: 400, error: 10058, description: "namein use"), false),
    ])
    func errorsAreCases(code: Int, error: Int, text: String, fault: JetStreamFault, isTemporary: Bool) {
        let escaped = text.replacing("\n", with: "\\n")
        let fields = #""code":\#(code),"err_code":\#(error),"description":"\#(escaped)""#
        let reply = message(#"{"error":{\#(fields)},"stream":"a","seq":1}"#)
        #expect(throws: fault) { try PublishAck(reply) }
        #expect(fault.isTemporary == isTemporary)
    }

    @Test func bothVersionsOfTheReplySubjectAreRead() throws {
        for prefix in ["$JS.ACK.", "$JS.ACK.hub.x8aBc."] {
            for suffix in prefix == "$JS.ACK." ? [""] : ["", ".r4nd"] {
                let reply = "\(prefix)R00.store.3.17.16.1700000000000000000.42\(suffix)"
                let stored = try #require(StoredMessage(NATSMessage(subject: "report.00.h1", reply: reply)))
                #expect(stored.deliveries == 3 && stored.sequence == 17 && stored.pending == 42)
                #expect(stored.stored == 1_700_000_000_000)
            }
        }
        for reply in [
            nil, "x", "$JS.ACK.", "$JS.ACK.R00.store.3.17.16.1.x", "$JS.ACK.R00.store.3.17.16.x.1",
            "$JS.ACK.a.b.c.d.e.f.g.h.i.j.k",
        ] {
            #expect(StoredMessage(NATSMessage(subject: "a", reply: reply)) == nil)
        }
    }

    @Test func settingsThatCannotWorkAreRefused() {
        let good = StreamSettings(name: "R00", subjects: ["a.*"], replicas: 3, maxBytes: 1, maxMessage: 1)
        #expect(good.problem == nil)
        let changes: [(inout StreamSettings) -> Void] = [
            { $0.name = "a.b" }, { $0.name = "" }, { $0.subjects = [] }, { $0.subjects = ["a b"] }, { $0.replicas = 2 },
            { $0.maxBytes = 0 }, { $0.maxMessage = 0 }, { $0.maxPerSubject = 0 },
        ]
        for change in changes {
            var settings = good
            change(&settings)
            #expect(settings.problem != nil)
        }
        var consumer = ConsumerSettings(name: "store", stream: "R00")
        #expect(consumer.problem == nil)
        consumer.maxPending = 0
        #expect(consumer.problem != nil)
    }
}
