import DomoLanguage

enum BatchVerb: VerbCommand {
    static let row = VerbRow(
        "-",
        "Run the lines of standard input through one connection.",
        commandLine: Form(.option(VerbOption("-v", help: "Print the outcome of every order.")), .note("< FILE"))
    )

    static let discussion = """
        A line is what follows `domo`: set Louver up. Blank lines and # comments are allowed. Lines are sent \
        without waiting for earlier replies, and answered in order. Accepted orders print nothing without -v, \
        unless they could not be stored; errors name their line, and the exit status is that of the first error.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let connection = try invocation.client.connect().connection
        var batch = Batch(
            connection: connection,
            input: 0,
            report: BatchReport(json: invocation.client.json, verbose: invocation.has("-v"))
        )
        return try batch.run() ?? .done
    }
}
