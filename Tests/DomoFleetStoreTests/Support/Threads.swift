import DomoSystem
import Synchronization
import Testing

/// Runs bodies at the same time, each on a thread of its own, and another one on this thread, and waits for all.
/// - Throws: the first error.
func concurrently<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) throws -> Value,
    meanwhile other: () throws -> Void = {}
) throws -> [Value] {
    let start = ThreadSemaphore()
    let box = Results<Value>()
    let threads = try (0..<count).map { number in
        try WorkerThread.required(name: "test-\(number)") {
            start.wait()
            let result = Result { try body(number) }
            box.results.withLock { $0[number] = result }
        }
    }
    for _ in threads { start.signal() }
    let outcome = Result { try other() }
    for thread in threads { thread.join() }
    try outcome.get()
    return try (0..<count).map { number in
        try #require(box.results.withLock { $0[number] }).get()
    }
}

private final class Results<Value: Sendable>: Sendable {
    let results = Mutex<[Int: Result<Value, any Error>]>([:])
}
