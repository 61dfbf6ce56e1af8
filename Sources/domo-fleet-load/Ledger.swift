import DomoSystem
import Glibc
import Synchronization

/// Files that survive kill -9 of the program. They are not flushed to the disk: no power is cut here. A thread of its own
/// replaces the files of the outboxes.
final class Ledger: Sendable {
    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let signal = ThreadSemaphore()
    private let file: CInt

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter path: of the file to which lines are added.
    init(_ path: String) throws {
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Fault(description: "can't open \(path): \(String(cString: strerror(errno)))") }
        try WorkerThread.start(name: "ledger") { self.work() }
    }

    private func work() {
        while true {
            signal.wait()
            let next = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            for job in next { job() }
        }
    }

    /// There is at most one for each house, which waits for it.
    private func add(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
        signal.signal()
    }

    /// At once: a reply that leaves the program before its line is written could be the last thing that it does. The
    /// file is in the memory of the kernel, so that this takes microseconds.
    func write(_ line: String) { Self.write(Array("\(line)\n".utf8), to: file, "the ledger") }

    /// Replaces a file; the old or the new one is there whole.
    func replace(_ path: String, with bytes: [UInt8], done: @escaping @Sendable () -> Void) {
        add {
            let draft = open("\(path).new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard draft >= 0 else { Self.fail(path) }
            Self.write(bytes, to: draft, path)
            guard close(draft) == 0, rename("\(path).new", path) == 0 else { Self.fail(path) }
            done()
        }
    }

    private static func write(_ bytes: [UInt8], to file: CInt, _ path: String) {
        do throws(FileBytes.Fault) {
            try FileBytes.write(bytes, to: file)
        } catch {
            fail(path)
        }
    }

    /// What it proves would be worth nothing.
    private static func fail(_ path: String) -> Never {
        StandardStream.error.write("domo-fleet-load: can't write \(path): \(String(cString: strerror(errno)))\n")
        exit(1)
    }
}
