import ArgumentParser
import Testing

@testable import DomoUsage

@Suite struct UsageMessageTests {
    struct Example: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "example", usage: "example [--port PORT] FILE")

        @Option(help: "A port.") var port = 80
        @Argument(help: "A file.") var file: String

        func validate() throws {
            guard port > 0 else { throw ValidationError("invalid port \(port); use 1–65535") }
        }
    }

    private func report(_ arguments: [String]) throws -> String {
        let error = try #require(throws: (any Error).self) { try Example.parseAsRoot(arguments) }
        return Example.report(of: error)
    }

    @Test(arguments: [
        ([], "missing argument: FILE"), (["a", "b"], "unexpected argument \"b\""),
        (["--bogus", "a"], "unknown option --bogus"),
        (["--prt", "1", "a"], "unknown option --prt; did you mean --port?"),
        (["a", "--port"], "missing value for --port"), (["a", "--port", "x"], "invalid value \"x\" for --port"),
        (["a", "--port", "0"], "invalid port 0; use 1–65535"),
    ])
    func usageErrorHasTheStyleOfDomo(arguments: [String], message: String) throws {
        #expect(try report(arguments) == "example: \(message)\n  usage: example [--port PORT] FILE\n")
    }

    @Test func otherErrorsHaveNoUsage() {
        struct Fault: Error, CustomStringConvertible { let description = "can't read x" }
        #expect(Example.report(of: Fault()) == "example: can't read x\n")
        // The program reported it itself.
        #expect(Example.report(of: ExitCode(78)) == "")
    }
}
