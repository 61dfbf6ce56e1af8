import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// The names of user ids. A look-up may ask a directory server that does not answer, so it is made on a thread of its own,
/// and once for each id; until it has come, and where it fails, user 1000 is called `user 1000`.
final class UserNames: Sendable {
    private struct State {
        var names: [uid_t: String] = [:]
        var waiting: [uid_t: [EventLoopPromise<Void>]] = [:]
    }

    /// Those of this machine.
    static let ofMachine: UserNames = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return UserNames(pool: pool, lookUp: userName)
    }()

    private let pool: NIOThreadPool
    private let lookUp: @Sendable (uid_t) -> String?
    private let state = Mutex(State())

    /// - Parameter lookUp: blocks; nil where there is no such user, or nobody can tell.
    init(pool: NIOThreadPool, lookUp: @escaping @Sendable (uid_t) -> String?) {
        self.pool = pool
        self.lookUp = lookUp
    }

    /// What a user is called whose name is not known.
    static func unknown(_ uid: uid_t) -> String { "user \(uid)" }

    /// Nil where the name is not known yet, or can't be. Never waits.
    subscript(uid: uid_t) -> String? { state.withLock { $0.names[uid] } }

    /// Looks a name up, unless it is known.
    ///
    /// - Parameter patience: how long at most.
    /// - Returns: succeeds once the name is known, or will not be soon.
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
        // The first of both counts.
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

/// What the machine's user database, or the directory server behind it, says. Blocks.
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
