import NIOCore
import Testing

@testable import DomoNATS

struct ParserTests {
    private static let info =
        #"{"server_name":"n1","version":"2.15.1","max_payload":1024,"headers":true,"nonce":"abc"}"#
    private static let sample =
        "INFO \(info)\r\n+OK\r\nPING\r\nMSG a.b 9 5\r\nhe\r\no\r\nmsg a 1 to.me 0\r\n\r\nPONG\r\n"
        + "HMSG a 2 r 23 25\r\nNATS/1.0\r\nKey: a: b\r\n\r\nhi\r\nHMSG a 2 16 16\r\nNATS/1.0 503\r\n\r\n\r\n"
        + "-ERR 'Unknown Protocol Operation'\r\n"

    private func operations(
        _ pieces: [ByteBuffer],
        _ limits: ProtocolLimits = ProtocolLimits()
    ) throws -> [ServerOperation] {
        var parser = ProtocolParser(limits)
        var found: [ServerOperation] = []
        for piece in pieces {
            parser.append(piece)
            while let operation = try parser.next() { found.append(operation) }
        }
        return found
    }

    private func operations(_ text: String, _ limits: ProtocolLimits = ProtocolLimits()) throws -> [ServerOperation] {
        try operations([ByteBuffer(string: text)], limits)
    }

    @Test func operationsAreRead() throws {
        let found = try operations(Self.sample)
        var status = NATSHeaders()
        status.status = 503
        let info = try #require(ServerInfo(json: Array(Self.info.utf8)))
        #expect(
            found == [
                .info(info), .ok, .ping,
                .message(NATSMessage(subject: "a.b", payload: ByteBuffer(string: "he\r\no")), subscription: 9),
                .message(NATSMessage(subject: "a", reply: "to.me"), subscription: 1), .pong,
                .message(
                    NATSMessage(
                        subject: "a",
                        reply: "r",
                        headers: NATSHeaders([("Key", "a: b")]),
                        payload: ByteBuffer(string: "hi")
                    ),
                    subscription: 2
                ),
                .message(NATSMessage(subject: "a", headers: status), subscription: 2),
                .error(ServerError("Unknown Protocol Operation")),
            ]
        )
        #expect(info.name == "n1" && info.version == "2.15.1" && info.maxPayload == 1024 && info.nonce == "abc")
    }

    @Test func splitAnywhereTheOperationsAreTheSame() throws {
        let whole = try operations(Self.sample)
        let bytes = Array(Self.sample.utf8)
        for cut in 1..<bytes.count {
            let pieces = [ByteBuffer(bytes: bytes[..<cut]), ByteBuffer(bytes: bytes[cut...])]
            #expect(try operations(pieces) == whole, "split after \(cut) octets")
        }
        #expect(try operations(bytes.map { ByteBuffer(bytes: [$0]) }) == whole)
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n", "not a NATS server: it sent \"HTTP/1.1 400 Bad Request\""),
        ("\u{16}\u{3}\u{1}\n", "not a NATS server: it sent \"???\""),
        ("INFO {}\r\n", "INFO is not readable"), ("INFO [\r\n", "INFO is not readable"),
        ("INFO\r\n", "INFO is not readable"),
        ("MSG a 1\r\n", "the line of a message is not readable"),
        ("MSG a x 1\r\n", "the line of a message is not readable"),
        ("MSG a 1 -1\r\n", "the line of a message is not readable"),
        ("MSG a 1 99999999999\r\n", "the line of a message is not readable"),
        ("MSG a 1 r 2 3\r\n", "the line of a message is not readable"),
        ("HMSG a 1 3 2\r\nabc\r\n", "the header of a message is longer than the message"),
        ("HMSG a 1 x 2\r\n", "the header of a message is longer than the message"),
        ("MSG a 1 2\r\nabcd\r\n", "a message does not end where its length says"),
        (String(repeating: "x", count: 5000), "a line is longer than 4096 octets"),
        ("INFO " + String(repeating: "x", count: 70_000), "a line is longer than 65536 octets"),
    ])
    func unreadableOctetsEndTheConnection(text: String, message: String) {
        var parser = ProtocolParser()
        parser.append(ByteBuffer(string: text))
        #expect(throws: ProtocolFault(message: message)) { while try parser.next() != nil {} }
        // Nothing can be read any more, and nothing is kept.
        parser.append(ByteBuffer(string: "PING\r\n"))
        #expect(throws: ProtocolFault(message: message)) { try parser.next() }
        #expect(parser.pending == 0)
    }

    @Test func messageThatIsTooLargeIsSkipped() throws {
        var limits = ProtocolLimits()
        limits.payload = 4
        let found = try operations("MSG a 1 5\r\nhello\r\nMSG a 1 4\r\nfour\r\n", limits)
        let four = NATSMessage(subject: "a", payload: ByteBuffer(string: "four"))
        #expect(found == [.oversized(subject: "a", octets: 5), .message(four, subscription: 1)])
        // Its octets are not collected.
        var parser = ProtocolParser(limits)
        parser.append(ByteBuffer(string: "MSG a 1 1000000\r\n"))
        #expect(try parser.next() == .oversized(subject: "a", octets: 1_000_000))
        for _ in 0..<100 {
            parser.append(ByteBuffer(repeating: 0, count: 10_000))
            #expect(try parser.next() == nil)
            #expect(parser.pending == 0)
        }
        parser.append(ByteBuffer(string: "\r\nPING\r\n"))
        #expect(try parser.next() == .ping)
    }

    @Test(arguments: [
        "NATS/1.0\r\nno colon\r\n\r\n", "NATS/1.0\r\n: value\r\n\r\n", "NATS/2.0\r\n\r\n", "NATS/1.0 5\r\n\r\n",
        "NATS/1.0 abc\r\n\r\n", "NATS/1.0x\r\n\r\n", "NATS/1.0\r\na: b\n\r\n\r\n", "NATS/1.0\r\n", "", "\r\n\r\n",
        "NATS/1.0\r\n" + String(repeating: "a: b\r\n", count: 65) + "\r\n",
    ])
    func headersOfOthersCanBeMalformedWithoutHarm(block: String) {
        let headers = NATSHeaders(block: ByteBuffer(string: block))
        #expect(headers.isMalformed && headers.fields.isEmpty && headers.status == nil)
    }

    @Test func headersAreWrittenAsTheyAreRead() {
        let headers = NATSHeaders([("Key", "value: 1"), ("Empty", ""), ("É".utf8.count == 2 ? "Name" : "", "é")])
        #expect(headers.problem == nil)
        var buffer = ByteBuffer()
        headers.write(to: &buffer)
        #expect(NATSHeaders(block: buffer) == headers)
        let status = NATSHeaders(block: ByteBuffer(string: "NATS/1.0 409 Consumer Deleted\r\nA:b\r\n\r\n"))
        #expect(status.status == 409 && status.statusText == "Consumer Deleted" && status["A"] == "b")
    }

    @Test(arguments: [("", "x"), ("a b", "x"), ("a:", "x"), ("a", "x\r\ny: z"), ("a", "\0"), ("é", "x")])
    func headersThatWouldChangeTheProtocolAreRefused(name: String, value: String) {
        #expect(NATSHeaders([(name, value)]).problem != nil)
    }

    @Test func operationsAreWritten() {
        let plain = NATSMessage(subject: "a", payload: ByteBuffer(string: "hi"))
        let whole = NATSMessage(subject: "a", reply: "r", headers: NATSHeaders([("K", "v")]), payload: plain.payload)
        let table: [(ClientOperation, String)] = [
            (.publish(plain), "PUB a 2\r\nhi\r\n"),
            (.publish(whole), "HPUB a r 18 20\r\nNATS/1.0\r\nK: v\r\n\r\nhi\r\n"),
            (.subscribe("a.*", queue: nil, subscription: 7), "SUB a.* 7\r\n"),
            (.subscribe("a.>", queue: "q", subscription: 8), "SUB a.> q 8\r\n"),
            (.unsubscribe(7), "UNSUB 7\r\n"), (.ping, "PING\r\n"), (.pong, "PONG\r\n"),
        ]
        for (operation, text) in table {
            var buffer = ByteBuffer()
            operation.write(to: &buffer)
            #expect(String(buffer: buffer) == text)
        }
        #expect(whole.octets == 20 && plain.octets == 2)
    }
}
