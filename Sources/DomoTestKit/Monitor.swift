import Glibc

/// State that threads share and wait for. Waits end by the monotonic clock.
public final class Monitor<State>: @unchecked Sendable {
    // Sendable because the state is touched only while the mutex is held, and the pointers never change.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    public init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads the state.
    public func read<Value>(_ body: (State) throws -> Value) rethrows -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(state)
    }

    /// Changes the state, and wakes the threads that wait for it.
    public func change<Value>(_ body: (inout State) throws -> Value) rethrows -> Value {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Waits until `found` finds something in the state.
    /// - Returns: nil after the timeout.
    public func wait<Value>(seconds: Double, for found: (State) throws -> Value?) rethrows -> Value? {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
        end = timespec(tv_sec: end.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let value = try found(state) { return value }
            guard pthread_cond_timedwait(condition, mutex, &end) == 0 else { return try found(state) }
        }
    }
}
