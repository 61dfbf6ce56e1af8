import CLibCurl
import DomoEngine
import DomoModel
import DomoSystem
import Glibc
import Synchronization
import Testing

@testable import DomoHTTP

/// Failures of libcurl, threads and the kernel: the order fails with the reason, and the next one is sent.
struct CurlFaultTests {
    /// True for the first `count` calls.
    private final class First: Sendable {
        private let count: Int
        private let calls = Atomic(0)

        init(_ count: Int) { self.count = count }

        func isMeant() -> Bool { calls.wrappingAdd(1, ordering: .relaxed).oldValue < count }
    }

    enum Part: CaseIterable {
        case multi, easy, add, act, events, watch, thread

        /// The reason of the failed order.
        var reason: String {
            switch self {
            case .multi: "out of memory for a curl multi handle"
            case .easy: "out of memory for a curl handle"
            case .add: "libcurl refused a handle: "
            case .act: "libcurl failed: "
            case .events: "Too many open files"
            case .watch: "can't watch a socket: No space left on device"
            case .thread: "can't start a thread"
            }
        }

        /// Handles whose first two attempts fail at this part.
        fileprivate var failing: CurlHandles {
            var handles = CurlHandles()
            let first = First(2)
            switch self {
            case .multi: handles.makeMulti = { first.isMeant() ? nil : domo_curl_multi_init() }
            case .easy: handles.makeEasy = { first.isMeant() ? nil : domo_curl_easy_init() }
            case .add:
                handles.add = { first.isMeant() ? CURLM_OUT_OF_MEMORY : domo_curl_multi_add_handle($0, $1) }
            case .act:
                let act = handles.act
                handles.act = { first.isMeant() ? CURLM_OUT_OF_MEMORY : act($0, $1, $2) }
            case .events:
                handles.makeEvents = {
                    guard first.isMeant() else { return SocketEvents() }
                    errno = EMFILE
                    return nil
                }
            case .watch:
                let watch = handles.watch
                handles.watch = {
                    guard first.isMeant() else { return watch($0, $1, $2, $3) }
                    errno = ENOSPC
                    return false
                }
            case .thread:
                let start = handles.startThread
                handles.startThread = { first.isMeant() ? nil : start($0) }
            }
            return handles
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Part.allCases)
    func orderFailsWithTheReasonAndTheNextIsSent(part: Part) async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, loop: CurlLoop(handles: part.failing))
            defer { fixture.loop.stop() }
            for id in UInt64(1)...2 {
                let outcome = await fixture.outcome(id: id)
                guard case .notSent(let reason, _) = outcome else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(reason.hasPrefix(part.reason), "\(reason)")
            }
            #expect(server.requests.isEmpty)
            for id in UInt64(3)...4 { #expect(await fixture.outcome(id: id) == .accepted) }
            #expect(server.requests.count == 2)
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Part.allCases)
    func manyOrdersAtOnceAreAllReported(part: Part) async throws {
        try await TestServer.run { _ in
            .noContent
        } body: { server in
            let fixture = try LinkFixture(server.url, loop: CurlLoop(handles: part.failing))
            defer { fixture.loop.stop() }
            await withTaskGroup(of: Void.self) { group in
                for id in UInt64(1)...50 { group.addTask { _ = await fixture.outcome(id: id) } }
            }
            // One of them may have the second failure.
            _ = await fixture.outcome(id: 51)
            #expect(await fixture.outcome(id: 52) == .accepted)
        }
    }

    @Test func patternWithoutMemoryIsAFault() {
        #expect(throws: Pattern.Fault(message: "out of memory for the pattern's limits", column: 1)) {
            try Pattern("a", makeLimits: { nil })
        }
    }
}
