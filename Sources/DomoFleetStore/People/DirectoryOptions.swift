import ArgumentParser
import DomoLanguage
import DomoSystem
import DomoUsage

/// The database of a command that changes the directory of the fleet.
struct DirectoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The database: postgresql://USER@HOST:PORT/DATABASE.", valueName: "url"))
    var postgres: String

    /// Runs the body with a connection, on a thread that may block.
    ///
    /// - Throws: `ExitCode`, after an error message.
    func run<Result: Sendable>(
        makesTables: Bool = false,
        _ body: @escaping @Sendable (StoreConnection) throws(StoreFault) -> Result
    ) async throws -> Result {
        do throws(StoreFault) {
            var settings = StoreSettings(url: postgres)
            settings.name = "domo-fleet"
            return try await WorkerThread.run(
                name: "domo-directory",
                orElse: { StoreFault(.exhausted, "\($0)", hint: "end other programs") },
                { [settings] () throws(StoreFault) in
                    let connection = try StoreConnection(settings)
                    defer { connection.close() }
                    if makesTables {
                        try Schema.current.migrate(connection)
                    } else {
                        try Schema.current.check(connection)
                    }
                    return try body(connection)
                }
            )
        } catch {
            StandardStream.error.write("domo-fleet: \(error.message); \(error.hint)\n")
            throw ExitCode(Self.status(of: error.kind))
        }
    }

    private static func status(of kind: StoreFault.Kind) -> Int32 {
        switch kind {
        case .lost, .busy, .exhausted: ExitStatus.unreachable.rawValue
        case .data: 65
        case .denied: 77
        case .schema, .refused: 78
        }
    }
}
