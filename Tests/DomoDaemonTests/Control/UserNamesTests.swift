import Dispatch
import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DomoDaemon

struct UserNamesTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    @Test func nameIsLookedUpOnce() async throws {
        let asked = Mutex<[uid_t]>([])
        let names = UserNames(pool: .singleton) { uid in
            asked.withLock { $0.append(uid) }
            return "anna"
        }
        #expect(names[1000] == nil)
        for _ in 0..<3 { try await names.prepare(1000, on: loop, within: .seconds(60)).get() }
        #expect(names[1000] == "anna")
        #expect(names[1001] == nil)
        #expect(asked.withLock { $0 } == [1000])
    }

    @Test func silentDirectoryServerDelaysNobody() async throws {
        let answers = DispatchSemaphore(value: 0)
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        let names = UserNames(pool: pool) { _ in
            answers.wait()
            return "anna"
        }
        try await names.prepare(1000, on: loop, within: .milliseconds(1)).get()
        #expect(names[1000] == nil)
        let known = names.prepare(1000, on: loop, within: .seconds(60))
        answers.signal()
        try await known.get()
        #expect(names[1000] == "anna")
        try await pool.shutdownGracefully()
    }

    @Test func failedLookupIsRetried() async throws {
        let isKnown = Mutex(false)
        let names = UserNames(pool: .singleton) { _ in isKnown.withLock { $0 } ? "anna" : nil }
        try await names.prepare(1000, on: loop, within: .seconds(60)).get()
        #expect(names[1000] == nil)
        isKnown.withLock { $0 = true }
        try await names.prepare(1000, on: loop, within: .seconds(60)).get()
        #expect(names[1000] == "anna")
    }
}
