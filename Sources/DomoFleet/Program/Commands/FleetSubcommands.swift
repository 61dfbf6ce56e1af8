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

    func folder() throws -> OperatorFolder {
        let path = fleet ?? Environment.value("DOMO_FLEET") ?? Self.usual
        return try CommandFault.reporting { try OperatorFolder(path) }
    }
}

/// Errors of these commands: a message, and exit status 1.
enum CommandFault {
    static func report(_ message: some CustomStringConvertible) -> ExitCode {
        StandardStream.error.write("domo-fleet: \(message)\n")
        return ExitCode(1)
    }

    static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let code as ExitCode {
            throw code
        } catch {
            throw report("\(error)")
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
