import ArgumentParser
import DomoLanguage
import DomoSystem
import DomoUsage

/// The commands of `domo-fleet` that are not the house's own program.
struct FleetSubcommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domo-fleet",
        abstract: "Run a fleet of houses.",
        version: "domo-fleet \(domoBuild)",
        subcommands: [
            OperatorCommand.self, HouseCommand.self, EnrolmentCommand.self, EnrollCommand.self, CallCommand.self,
            RelayCommand.self,
        ]
    )

    static func has(_ word: String?) -> Bool {
        configuration.subcommands.contains { $0._commandName == word }
    }
}

/// The folder of the fleet's operator.
struct FleetFolderOption: ParsableArguments {
    private static let usual = "/var/lib/domo-fleet-operator"

    @Option(
        help: ArgumentHelp(
            "The folder of the fleet's operator (default: $DOMO_FLEET or \(usual)).",
            valueName: "folder"
        )
    )
    var fleet: String?

    /// - Parameter status: the exit status if it can't be used.
    func folder(status: Int32 = 1) throws -> OperatorFolder {
        let path = fleet ?? Environment.value("DOMO_FLEET") ?? Self.usual
        return try CommandFault.reporting(status: status) { try OperatorFolder(path) }
    }
}

/// Errors of these commands: a message, and an exit status.
enum CommandFault {
    static func report(_ message: some CustomStringConvertible, status: Int32 = 1) -> ExitCode {
        StandardStream.error.write("domo-fleet: \(message)\n")
        return ExitCode(status)
    }

    static func reporting<Result>(status: Int32 = 1, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let code as ExitCode {
            throw code
        } catch {
            throw report("\(error)", status: status)
        }
    }

    static func reportingLater<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let code as ExitCode {
            throw code
        } catch {
            throw report("\(error)")
        }
    }
}
