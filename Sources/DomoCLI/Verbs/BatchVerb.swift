import ArgumentParser
import DomoLanguage

struct BatchVerb: ClientVerb {
    static let configuration = CommandConfiguration(
        commandName: "-",
        abstract: "Run the lines of standard input through one connection.",
        usage: "domo - [-v] < FILE",
        discussion: """
            A line is what follows `domo`: set Louver up. Blank lines and # comments are allowed. Lines are sent \
            without waiting for earlier replies, and answered in order. Accepted orders print nothing without -v, \
            unless they could not be stored; errors name their line, and the exit status is that of the first error.
            """
    )

    @Flag(name: .short, help: "Print the outcome of every order.")
    var verbose = false

    @OptionGroup var client: ClientOptions

    func run(literals: Int) throws {
        let connection = try client.connect().connection
        var batch = Batch(
            connection: connection,
            input: 0,
            report: BatchReport(json: client.json, verbose: verbose)
        )
        if let status = try batch.run() { throw Ending(status: status) }
    }
}
