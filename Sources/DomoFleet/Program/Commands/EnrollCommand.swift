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

    /// That of the unit of domo-fleet. If root writes it, it belongs to the user of the folder.
    @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
    var credentials = "/var/lib/domo-fleet/credentials"

    @Flag(help: "Replace the credentials that the file has.")
    var replace = false

    func run() async throws {
        try await CommandFault.reportingLater {
            let enroller = Enroller(code: try EnrolmentCode(try text()), path: credentials)
            try enroller.check(replaces: replace)
            try await enroller.run()
            StandardStream.error.write("house \(enroller.code.house): wrote \(credentials)\n")
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
