import Glibc
import Testing

@testable import DomoTestKit

@Suite struct LoopbackTests {
    private func connect(_ port: Int) -> Int32? {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard Loopback.withAddress(port: port, { Glibc.connect(client, $0, $1) }) == 0 else {
            close(client)
            return nil
        }
        return client
    }

    @Test func serverServesEachConnectionUntilItIsStopped() throws {
        let served = Monitor(0)
        let server = try LoopbackServer { client in
            var byte: UInt8 = 0
            guard recv(client, &byte, 1, 0) == 1 else { return }
            send(client, &byte, 1, Int32(MSG_NOSIGNAL))
            served.change { $0 += 1 }
        }
        // The second is served while the first waits.
        let clients = try (0..<2).map { _ in try #require(connect(server.port)) }
        defer { for client in clients { close(client) } }
        for client in clients.reversed() {
            var byte: UInt8 = 7
            #expect(send(client, &byte, 1, Int32(MSG_NOSIGNAL)) == 1)
            #expect(recv(client, &byte, 1, 0) == 1)
        }
        #expect(served.wait(seconds: 60) { $0 == 2 ? true : nil } == true)
        server.stop()
        #expect(connect(server.port) == nil)
    }

    @Test func reservedPortRefusesConnections() throws {
        let (reserved, port) = try Loopback.bound()
        defer { close(reserved) }
        #expect(connect(port) == nil)
        #expect(throws: KitFault.self) { try Loopback.bound(port: port, backlog: 1) }
    }

    @Test(arguments: [Loopback.Kind.stream, .datagram]) func nobodyElseGetsAFreePort(_ kind: Loopback.Kind) throws {
        let port = try Loopback.freePort(kind)
        #expect(Loopback.mark(port) == nil)
        // A connection, or a socket without a port, could get it.
        let (assigned, other) = try Loopback.bound()
        close(assigned)
        #expect(port < other)
        let used = try Loopback.bound(kind, port: port)
        close(used.descriptor)
    }

    @Test func temporaryFolderIsRemovedWithItsContent() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a/b/c", "text")
        #expect(folder.holds("a/b/c") && file == folder.path + "/a/b/c")
        folder.remove()
        #expect(access(folder.path, F_OK) != 0)
    }
}
