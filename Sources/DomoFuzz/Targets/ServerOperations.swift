import DomoNATS

/// What NATS servers and their other clients send.
public struct ServerOperations: FuzzTarget {
    public static let name = "nats"

    private let probe = ProtocolProbe()

    public init() {}

    public let maxLength = 8192

    public var corpus: [[UInt8]] {
        let info =
            #"{"server_name":"n1","version":"2.15.1","max_payload":1024,"headers":true,"nonce":"abc","ldm":true}"#
        let ack = #"{"stream":"R00","seq":1,"error":{"code":503,"err_code":10077,"description":"full"}}"#
        let texts = [
            "INFO \(info)\r\nPING\r\nPONG\r\n+OK\r\n", "-ERR 'Authorization Violation'\r\n", "MSG a.b 9 5\r\nhello\r\n",
            "MSG a 1 $JS.ACK.R00.store.1.2.3.4.5 0\r\n\r\n", "HMSG a 2 r 20 22\r\nNATS/1.0\r\nKey: a\r\n\r\nhi\r\n",
            "HMSG a 2 16 16\r\nNATS/1.0 503\r\n\r\n\r\n", "MSG i 1 \(ack.utf8.count)\r\n\(ack)\r\n",
            "MSG a 1 300\r\n\(String(repeating: "x", count: 300))\r\nPING\r\n",
        ]
        return texts.map { Array($0.utf8) } + [Array(texts.joined().utf8)]
    }

    public var words: [String] {
        [
            "MSG ", "HMSG ", "INFO ", "PING\r\n", "PONG\r\n", "+OK\r\n", "-ERR ", "\r\n", "\n", " ", "\t", "0",
            "999999999",
            "NATS/1.0", "NATS/1.0 503\r\n\r\n", ": ", "$JS.ACK.", ".", "*", ">", "\"version\":\"2.9.10\"", "{", "}",
        ]
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        var dice = random
        defer { random = dice }
        if let problem = probe.feed(input, cut: { 1 + dice.below(min($0, 40)) }) { throw Finding(problem) }
    }
}
