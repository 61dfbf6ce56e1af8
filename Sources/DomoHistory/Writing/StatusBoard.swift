import DomoLanguage
import DomoModel
import Synchronization

/// The status of the database, whose changes are reported.
final class StatusBoard: Sendable {
    /// The maximum number of warnings that are kept, the newest last.
    private static let maxWarnings = 8

    private struct State {
        var problem: String?
        var bytes = 0
        var warnings: [String] = []
        var migratingFrom: Int?
        var identities = Identities()
    }

    let file: String
    private let onChange: @Sendable (History.Change) -> Void
    private let state = Mutex(State())
    private let revision = Atomic<UInt64>(0)

    init(file: String, onChange: @escaping @Sendable (History.Change) -> Void) {
        self.file = file
        self.onChange = onChange
    }

    func view(waiting: Int, dropped: Int) -> MemoryView {
        state.withLock { state in
            MemoryView(
                state: state.problem == nil ? .working : .failing,
                file: file,
                bytes: state.bytes,
                problem: state.problem,
                waiting: waiting,
                dropped: dropped,
                warnings: state.warnings,
                migratingFrom: state.migratingFrom
            )
        }
    }

    /// Reports a problem, once however often it recurs.
    func fail(_ problem: String) {
        let isNews = state.withLock { state in
            defer { state.problem = problem }
            return state.problem != problem
        }
        if isNews { onChange(.failing(problem: problem)) }
    }

    /// Reports that the database works again, if there was a problem.
    func work() {
        let isNews = state.withLock { state in
            defer { state.problem = nil }
            return state.problem != nil
        }
        if isNews { onChange(.working) }
    }

    func warn(_ text: String) {
        state.withLock { state in
            state.warnings.append(text)
            if state.warnings.count > Self.maxWarnings { state.warnings.removeFirst() }
        }
        onChange(.warning(text))
    }

    func remember(_ memory: Memory) { onChange(.remembered(memory)) }

    /// Runs a migration, and reports its beginning and end.
    func migrating<Result>(from version: Int, to newVersion: Int, _ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.migratingFrom = version }
        defer { state.withLock { $0.migratingFrom = nil } }
        onChange(.migrating(from: version, to: newVersion))
        let result = try body()
        onChange(.migrated)
        return result
    }

    /// What identifies what was renamed, as it was last read or written.
    var identities: Identities {
        get { state.withLock(\.identities) }
        set {
            state.withLock { $0.identities = newValue }
            revision.add(1, ordering: .releasing)
        }
    }

    /// The number of times that the identities were set.
    var identityRevision: UInt64 { revision.load(ordering: .acquiring) }

    func measure(_ bytes: Int) {
        state.withLock { $0.bytes = bytes }
    }

    /// The fault for a query that failed.
    func fault(for error: any Error) -> Fault {
        let problem = state.withLock { $0.problem } ?? Problem.text(of: error, file: file)
        return Fault(.noHistory, problem, hint: "orders still work; see domo status")
    }
}
