import ArgumentParser
import DomoLanguage

struct BatchVerb: ClientVerb {
    static let configuration = CommandConfiguration(
        commandName: "-",
        abstract: "Carry out the lines of standard input through one connection.",
        usage: "domo - [-v] < FILE",
        discussion: """
            A line is what follows `domo`: set Louver up. Blank lines and # comments are allowed. Lines are sent on \
            without waiting for the answers to those before, and answered in order. Accepted orders are silent \
            without -v, unless they could not be stored; errors name their line, and the status is that of the first.
            """
    )

    @Flag(name: .short, help: "Say what became of every order.")
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
