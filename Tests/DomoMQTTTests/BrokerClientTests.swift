import DomoBridge
import DomoTestKit
import Glibc
import Synchronization
import Testing

@testable import DomoMQTT

/// The connection to a broker that sends anything: what passes the filter must not end the process in libmosquitto.
struct BrokerClientTests {
    /// Packets of each type, with bodies that often begin as they should.
    private static func packets(_ random: inout SplitMix, _ version: MQTTVersion) -> [UInt8] {
        var bytes: [UInt8] = []
        if random.next() % 4 != 0 { bytes += version == .five ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0] }
        for _ in 0...random.next() % 3 {
            let type = [2, 3, 3, 3, 9, 11, 13, 14, 4, 5, 6, 7, 15][Int(random.next() % 13)] as UInt8
            let flags = type == 3 ? UInt8(random.next() % 4) : 0
            var body: [UInt8] =
                switch type {
                case 3: [0, 1, 0x61] + (flags & 2 == 0 ? [] : [0, 1])
                case 9, 11: [0, UInt8(random.next() % 3)]
                case 2: [0, 0]
                case 14: [0]
                default: []
                }
            if version == .five {
                var properties: [UInt8] = []
                for _ in 0..<random.next() % 4 {
                    let name =
                        [
                            1, 2, 3, 8, 9, 11, 17, 18, 19, 21, 22, 23, 24, 25, 26, 28, 31, 33, 34, 35, 36, 37, 38, 39,
                            40, 41, 42, 99,
                        ][Int(random.next() % 28)] as UInt8
                    properties.append(name)
                    properties += (0..<random.next() % 6).map { _ in UInt8(random.next() % 4) }
                }
                body += [UInt8(properties.count)] + properties
            }
            body += (0..<random.next() % 5).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            bytes += [type << 4 | flags, UInt8(body.count)] + body
        }
        return bytes
    }

    @Test(.timeLimit(.minutes(5)), arguments: [MQTTVersion.five, .three])
    func nothingThatABrokerSendsEndsTheProcess(version: MQTTVersion) throws {
        let cases = Mutex<[[UInt8]]>([])
        let server = try LoopbackServer { connection in
            var request = [UInt8](repeating: 0, count: 1000)
            _ = Glibc.read(connection, &request, request.count)
            let bytes = cases.withLock { $0.removeFirst() }
            _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        }
        let settings = BrokerSettings(host: "127.0.0.1", port: server.port, clientID: "test")
        var random = SplitMix(seed: 11)
        var connections = 0
        for _ in 0..<2000 {
            let bytes = Self.packets(&random, version)
            cases.withLock { $0.append(bytes) }
            let client = try BrokerClient(settings, version: version, will: Publication("a", "b", isRetained: true))
            try client.connect(to: settings)
            var isOver = false
            while !isOver, let socket = client.socket {
                var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                poll(&event, 1, 1000)
                _ = client.read()
                for occurrence in client.takeOccurrences() {
                    switch occurrence {
                    case .connected:
                        connections += 1
                        client.subscribe(to: "a/#", wantsRetained: true)
                    case .disconnected: isOver = true
                    default: break
                    }
                }
            }
        }
        #expect(connections > 500)
    }
}
