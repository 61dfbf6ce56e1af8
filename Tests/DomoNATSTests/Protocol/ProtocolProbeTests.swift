import Testing

@testable import DomoNATS

struct ProtocolProbeTests {
    /// A few inputs; the fuzz target `nats` tries more.
    @Test(arguments: 0..<20) func changedOctetsDoNoHarm(round: Int) {
        let ack = #"{"stream":"R00","seq":1}"#
        let sample = Array(
            ("INFO {\"version\":\"2.15.1\"}\r\nMSG a 1 $JS.ACK.R.s.1.2.3.4.5 5\r\nhello\r\nMSG i 1 \(ack.utf8.count)\r\n\(ack)\r\n"
                + "HMSG a 2 r 20 22\r\nNATS/1.0\r\nKey: a\r\n\r\nhi\r\nPING\r\n-ERR 'x'\r\n").utf8
        )
        let probe = ProtocolProbe()
        for place in sample.indices {
            var octets = sample
            octets[place] = UInt8(truncatingIfNeeded: Int(octets[place]) + 1 + round * 13)
            #expect(probe.feed(octets, cut: { _ in 1 + round % 7 }) == nil)
        }
    }
}
