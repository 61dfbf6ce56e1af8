import DomoLanguage

enum CompletionVerb: VerbCommand {
    static let row = VerbRow(
        "completion",
        "Print a script with which a shell completes verbs, names and values.",
        commandLine: Form(.operand("bash|zsh|fish", .words(Shell.allCases.map(\.rawValue)), "The shell."))
    )

    static let discussion = """
        bash: domo completion bash > /etc/bash_completion.d/domo
        zsh:  domo completion zsh > ~/.zfunc/_domo (a folder of $fpath)
        fish: domo completion fish > ~/.config/fish/completions/domo.fish
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let word = invocation.operand(0)
        guard let shell = Shell(rawValue: word) else {
            throw Fault(
                .badRequest,
                "\"\(word.prefix(80))\" is not a shell that domo knows",
                hint: "use bash, zsh or fish"
            )
        }
        StandardStreams.write(shell.script)
        return .done
    }
}
