import ArgumentParser
import Testing

@testable import DomoUsage

@Suite struct UsageErrorTests {
    struct Example: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "example", usage: "example [--port PORT] FILE")

        @Option(help: "A port.") var port = 80
        @Argument(help: "A file.") var file: String

        func validate() throws {
            guard port > 0 else { throw ValidationError("invalid port \(port); use 1–65535") }
        }
    }

    struct Group: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "group", subcommands: [Example.self])
    }

    private func report(
        _ arguments: [String],
        by program: any AsyncParsableCommand.Type = Example.self
    ) throws -> String {
        let error = try #require(throws: (any Error).self) { try program.parseAsRoot(arguments) }
        return program.report(of: error, in: arguments)
    }

    @Test(arguments: [
        ([], "Missing expected argument '<file>'"), (["--bogus", "a"], "Unknown option '--bogus'"),
        (["a", "--port"], "Missing value for '--port <port>'"),
        (["a", "--port", "0"], "invalid port 0; use 1–65535"),
    ])
    func usageErrorHasTheNameOfTheProgramAndItsUsage(arguments: [String], message: String) throws {
        #expect(try report(arguments) == "example: \(message)\n  usage: example [--port PORT] FILE\n")
    }

    @Test func usageIsThatOfTheSubcommand() throws {
        #expect(
            try report(["example", "--bogus"], by: Group.self).hasSuffix("\n  usage: example [--port PORT] FILE\n")
        )
        #expect(try report(["--bogus"], by: Group.self).hasSuffix("\n  usage: group <subcommand>\n"))
    }

    @Test func otherErrorsHaveNoUsage() {
        struct Fault: Error, CustomStringConvertible { let description = "can't read x" }
        #expect(Example.report(of: Fault(), in: []) == "example: can't read x\n")
        // The program reported it itself.
        #expect(Example.report(of: ExitCode(78), in: []) == "")
    }
}
