import ArgumentParser
import DomoSystem

/// `domo-fleet enroll`: the first credentials of a house.
struct EnrollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Enroll this house with a code of the fleet's operator.",
        discussion: """
            The house makes its own key, which it never sends; the code is good for one use. Other users of the machine \
            can see the arguments of programs: with -, the code is read from the standard input.
            """
    )

    private static let maxCode = 64 << 10

    @Argument(help: "The code, or - to read it from the standard input.")
    var code: String

    @Option(help: ArgumentHelp("The file to write (default: $STATE_DIRECTORY/credentials).", valueName: "file"))
    var credentials: String?

    @Flag(help: "Replace the credentials that the file has.")
    var replace = false

    func run() async throws {
        let folder = Environment.value("STATE_DIRECTORY") ?? "/var/lib/domo-fleet"
        let path = credentials ?? "\(folder)/credentials"
        try await CommandFault.reportingLater {
            let enroller = Enroller(code: try EnrolmentCode(try text()), path: path)
            try enroller.check(replaces: replace)
            try await enroller.run()
            StandardStream.error.write("house \(enroller.code.house): wrote \(path)\n")
        }
    }

    private func text() throws -> String {
        guard code == "-" else { return code }
        do throws(FileBytes.Fault) {
            return String(decoding: try FileBytes.read("/dev/stdin", maxBytes: Self.maxCode), as: UTF8.self)
        } catch {
            throw HouseFault("can't read the code from the standard input: \(error.message)")
        }
    }
}
