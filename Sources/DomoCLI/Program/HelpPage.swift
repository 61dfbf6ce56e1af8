import DomoLanguage
import DomoOptions

/// The output of `domo help` and `--help`.
enum HelpPage {
    private static let width = 80
    static let abstract = "Control a house and show its state."
    private static let usage = "domo [--socket PATH] [--json] VERB …"

    /// `help`, `help VERB`, `help scenes`, `help --json`.
    static func show(_ line: CommandLineWords) throws(Fault) -> ExitStatus {
        guard line.words.count < 2 else {
            throw Fault(
                .badRequest,
                "unexpected argument \"\(line.words[1].text.prefix(80))\"",
                hint: "usage: domo help [VERB]"
            )
        }
        guard let word = line.words.first?.text else {
            StandardStreams.write(line.client.json ? HelpDump.json : all)
            return .done
        }
        if word == "scenes" {
            StandardStreams.write(SceneGrammar.page + "\n")
        } else if word == "help" {
            StandardStreams.write(all)
        } else {
            guard let verb = KnownVerb.named(word) else { throw DomoCommand.unknown(word) }
            StandardStreams.write(text(of: verb))
        }
        return .done
    }

    /// The help of `domo`.
    static var all: String {
        var text = "OVERVIEW: \(abstract)\n\n\(wrapped(HelpText.discussion))\n\nUSAGE: \(usage)\n\nOPTIONS:\n"
        text += options + FleetOptions.rows.map { OptionHelp.row($0.0, $0.1) }.joined()
        text += OptionHelp.row("--version", "Show the version.") + "\nVERBS:\n"
        for verb in KnownVerb.all { text += OptionHelp.row(verb.row.word, verb.row.abstract) }
        return text + "\n`domo help VERB` explains one.\n"
    }

    private static var options: String {
        CommandLineWords.options.map { OptionHelp.row($0.0, $0.1) }.joined()
    }

    static func text(of verb: KnownVerb) -> String {
        let row = verb.row
        var text = "\(wrapped("OVERVIEW: \(row.abstract)"))\n\n"
        if !verb.command.discussion.isEmpty { text += wrapped(verb.command.discussion) + "\n\n" }
        let usages = row.usages(.commandLine).map(usageLines)
        text += "USAGE: " + usages.joined(separator: "\n       ") + "\n"
        let operands = Self.operands(of: row)
        if !operands.isEmpty { text += "\nARGUMENTS:\n" + operands.map { OptionHelp.row("<\($0)>", $1) }.joined() }
        text += "\nOPTIONS:\n"
        for option in row.shownOptions(.commandLine) { text += OptionHelp.row(names(of: option), option.help) }
        return text + options
    }

    /// The operands that are explained, by their names in small letters.
    static func operands(of row: VerbRow) -> [(name: String, help: String)] {
        var operands: [(String, String)] = []
        for operand in row.shownForms(.commandLine).flatMap(\.parts).flatMap(\.operands) where !operand.help.isEmpty {
            let name = operand.name.lowercased()
            if !operands.contains(where: { $0.0 == name }) { operands.append((name, operand.help)) }
        }
        return operands
    }

    /// `-r, --recursive`, `--since <time>`
    private static func names(of option: VerbOption) -> String {
        let names = option.names.sorted { $0.count < $1.count }.joined(separator: ", ")
        return names + (option.value.map { " <\($0.lowercased())>" } ?? "")
    }

    /// Paragraphs in lines that fit a terminal. Lines with leading spaces stay as they are.
    static func wrapped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(" ") ? String(line) : lines(line.split(separator: " ")).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// A usage in lines, without the first indent. What is in brackets stays together.
    private static func usageLines(_ usage: String) -> String {
        var parts: [String] = []
        for word in usage.split(separator: " ") {
            if let last = parts.last, last.contains("["), !last.contains("]") {
                parts[parts.count - 1] = "\(last) \(word)"
            } else {
                parts.append(String(word))
            }
        }
        return lines(parts, indent: 9, first: 7).joined(separator: "\n").trimmingPrefix { $0 == " " }.description
    }

    /// - Parameter first: the indent of the first line.
    private static func lines(_ parts: [some StringProtocol], indent: Int = 0, first: Int = 0) -> [String] {
        var lines = [String(repeating: " ", count: first)]
        var isEmpty = true
        for part in parts {
            let last = lines[lines.count - 1]
            if isEmpty {
                lines[lines.count - 1] += part
            } else if last.count + 1 + part.count > width {
                lines.append(String(repeating: " ", count: indent) + part)
            } else {
                lines[lines.count - 1] = "\(last) \(part)"
            }
            isEmpty = false
        }
        return lines
    }
}
