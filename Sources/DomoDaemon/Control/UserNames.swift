import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// The names of user ids. A lookup may query a directory server that does not respond, so it runs on a separate thread,
/// once per id; until it completes, and if it fails, user 1000 is called `user 1000`.
final class UserNames: Sendable {
    private struct State {
        var names: [uid_t: String] = [:]
        var waiting: [uid_t: [EventLoopPromise<Void>]] = [:]
    }

    /// The names on this machine.
    static let ofMachine: UserNames = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return UserNames(pool: pool, lookUp: userName)
    }()

    private let pool: NIOThreadPool
    private let lookUp: @Sendable (uid_t) -> String?
    private let state = Mutex(State())

    /// - Parameter lookUp: may block; returns nil for a user that does not exist, or if the lookup fails.
    init(pool: NIOThreadPool, lookUp: @escaping @Sendable (uid_t) -> String?) {
        self.pool = pool
        self.lookUp = lookUp
    }

    /// The name of a user whose name is unknown.
    static func unknown(_ uid: uid_t) -> String { "user \(uid)" }

    /// Nil if the name is not known yet, or can't be found. Never waits.
    subscript(uid: uid_t) -> String? { state.withLock { $0.names[uid] } }

    /// Looks up a name, unless it is known.
    ///
    /// - Parameter patience: the maximum wait.
    /// - Returns: succeeds once the name is known, the lookup has failed, or `patience` has passed.
    func prepare(_ uid: uid_t, on eventLoop: any EventLoop, within patience: TimeAmount) -> EventLoopFuture<Void> {
        let promise = eventLoop.makePromise(of: Void.self)
        let (isKnown, isFirst) = state.withLock { state in
            if state.names[uid] != nil { return (true, false) }
            let isFirst = state.waiting[uid] == nil
            state.waiting[uid, default: []].append(promise)
            return (false, isFirst)
        }
        guard !isKnown else {
            promise.succeed()
            return promise.futureResult
        }
        // Whichever comes first completes the promise.
        let timer = eventLoop.scheduleTask(in: patience) { promise.succeed() }
        promise.futureResult.whenComplete { _ in timer.cancel() }
        if isFirst {
            pool.submit { _ in self.found(self.lookUp(uid), uid) }
        }
        return promise.futureResult
    }

    private func found(_ name: String?, _ uid: uid_t) {
        let waiting = state.withLock { state in
            state.names[uid] = name
            return state.waiting.removeValue(forKey: uid) ?? []
        }
        for promise in waiting { promise.succeed() }
    }
}

/// Looks up a name in the user database, which may query a directory server. Blocks.
private func userName(_ uid: uid_t) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { buffer in
        guard getpwuid_r(uid, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil,
            let name = entry.pw_name
        else { return nil }
        return String(cString: name)
    }
}
