import ArgumentParser
import DomoLanguage
import DomoSystem
import DomoUsage
import Glibc

/// `domo-fleet call`: the command line of a house that is reached over the fleet. It starts `domo-fleet relay`, and becomes
/// `domo`: signals and the exit status are those of `domo`.
struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Run domo in a house of the fleet.",
        usage: "domo-fleet call HOUSE [--nats URL] [--credentials FILE] [--token-file FILE] -- VERB …",
        discussion: """
            It runs domo with the arguments after --, on a socket that leads to the house. The house decides, by the \
            token, what is allowed: make one there with "domo token new NAME --role act".

            domo --fleet HOUSE VERB … does the same.
            """
    )

    @OptionGroup var options: HouseOptions

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The arguments of domo.", valueName: "verb"))
    var words: [String] = []

    func run() async throws {
        _ = try options.read()
        guard let domo = OtherProgram.path(of: "domo"), let own = OtherProgram.ownPath else {
            throw HouseOptions.fault("can't find domo beside domo-fleet or in PATH: install it", .unreachable)
        }
        let output: CInt
        do throws(FileBytes.Fault) {
            output = try OtherProgram.startServer(own, ["relay"] + options.words + ["--until-input-ends"])
        } catch {
            throw HouseOptions.fault("can't run \(own): \(error.message)", .unreachable)
        }
        // If it can't serve the socket, it has reported why.
        guard let socket = OtherProgram.readLine(from: output) else { throw ExitCode(78) }
        // The deadlines of the fleet are those of the house's clock.
        setenv("DOMO_RELAYED", "1", 1)
        let fault = OtherProgram.become(domo, ["--socket", socket] + words)
        throw HouseOptions.fault("can't run \(domo): \(fault.message)", .unreachable)
    }
}
