import ArgumentParser

struct CompletionVerb: ParsableCommand {
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print a script with which a shell completes verbs, names and values.",
        usage: "domo completion bash | zsh | fish",
        discussion: """
            bash: domo completion bash > /etc/bash_completion.d/domo
            zsh:  domo completion zsh > ~/.zfunc/_domo (a folder of $fpath)
            fish: domo completion fish > ~/.config/fish/completions/domo.fish
            """
    )

    @Argument(help: "The shell.")
    var shell: Shell

    func run() {
        let script =
            switch shell {
            case .bash: RootCommand.completionScript(for: .bash)
            case .zsh: RootCommand.completionScript(for: .zsh)
            case .fish: RootCommand.completionScript(for: .fish)
            }
        StandardStreams.write(script + "\n")
    }
}
