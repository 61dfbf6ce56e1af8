import Dispatch
import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoDaemon

struct FairTurnTests {
    /// The numbers of the orders show in which order lines were read, however fast the machine is.
    @Test func fastSendersDelayAnotherClientByFewTurns() async throws {
        try await ServedHouse.with { house in
            let fast = try (0..<2).map { _ in try house.client() }
            let other = try house.client()
            for client in fast + [other] { #expect(try client.ask("scenes").hasPrefix(#"{"ok""#)) }
            // All of them have sent before the daemon reads anything.
            let isSent = DispatchSemaphore(value: 0)
            house.runtime.eventLoop.execute { _ = isSent.wait(timeout: .now() + 60) }
            let line = "set Lamp1 on --wait none\n"
            let sent = fast.map { client in
                let bytes = Array(String(repeating: line, count: 100).utf8)
                var sent = 0
                while case let count = send(client.file, bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
                    sent += count
                    if count < bytes.count { break }
                }
                return sent / line.utf8.count
            }
            try other.send("set Lamp2 on --wait none\n")
            isSent.signal()
            let reply = try #require(try other.line())
            let id = try #require(Int(reply.dropFirst(#"{"ok":{"id":"#.count).prefix { $0.isNumber }), "\(reply)")
            // A turn is one read of at most 4 KiB. The event loop may learn of the third client a turn later.
            let turn = 4096 / line.utf8.count + 1
            #expect(sent.allSatisfy { $0 > 4 * turn }, "\(sent)")
            #expect(id <= 2 * 2 * turn + 1, "\(id) of \(sent)")
        }
    }
}
