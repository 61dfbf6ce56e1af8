import DomoLanguage
import Glibc
import Synchronization

/// Turns SIGINT and SIGTERM into a descriptor for poll(2). The same signal a second time ends the process at once.
final class Interruption {
    enum Signal: Equatable {
        case interrupt, terminate

        var exitStatus: ExitStatus {
            switch self {
            case .interrupt: .interrupted
            case .terminate: .terminated
            }
        }
    }

    /// Readable once a signal has arrived.
    let descriptor: CInt
    private let writeEnd: CInt

    /// - Parameter takesSignals: false to react only to `note`.
    init(takesSignals: Bool = true) throws(Fault) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFL, O_NONBLOCK) == 0 }) else {
            throw Fault(.badConfiguration, "can't create a pipe: \(String(cString: strerror(errno)))")
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
        guard takesSignals else { return }
        signalTarget.store(writeEnd, ordering: .releasing)
        for number in [SIGINT, SIGTERM] {
            var action = sigaction()
            // Ignored signals, as of a background program, stay ignored.
            guard sigaction(number, nil, &action) == 0, !Self.isIgnored(action) else { continue }
            action = sigaction()
            action.__sigaction_handler.sa_handler = noteSignal
            action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
            sigaction(number, &action, nil)
        }
    }

    deinit {
        _ = signalTarget.compareExchange(expected: writeEnd, desired: -1, ordering: .acquiringAndReleasing)
        close(descriptor)
        close(writeEnd)
    }

    /// Simulates the signal.
    func note(_ signal: Signal) { noteByte(signal == .interrupt ? SIGINT : SIGTERM, in: writeEnd) }

    /// Returns a signal once after it arrived, otherwise nil.
    func nextSignal() -> Signal? {
        var byte: UInt8 = 0
        guard read(descriptor, &byte, 1) == 1 else { return nil }
        return CInt(byte) == SIGTERM ? .terminate : .interrupt
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}

/// The descriptor that the handler writes to; -1 if there is none.
private let signalTarget = Atomic<CInt>(-1)

private func noteSignal(_ number: CInt) { noteByte(number, in: signalTarget.load(ordering: .acquiring)) }

/// Calls only async-signal-safe functions.
private func noteByte(_ number: CInt, in descriptor: CInt) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(descriptor, &byte, 1)
    errno = error
}
