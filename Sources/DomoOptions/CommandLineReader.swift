import DomoModel

/// Reads the command line of a program that must stay small: ArgumentParser, with the part of Foundation that it needs,
/// makes a program megabytes larger.
public struct CommandLineReader<Arguments> {
    private let options: [ProgramOption<Arguments>]

    public init(_ options: [ProgramOption<Arguments>]) { self.options = options }

    /// Applies the options.
    ///
    /// - Parameter words: the arguments without the program name.
    /// - Returns: the words that are not options.
    public func read(_ words: [String], into arguments: inout Arguments) throws(OptionFault) -> [String] {
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" { return operands + rest }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.hasPrefix("--") ? word.split(separator: "=", maxSplits: 1) : [word[...]]
            guard let option = options.first(where: { $0.isNamed(parts[0]) }) else { throw unknown(String(parts[0])) }
            option.set(&arguments, try Self.value(of: option, attached: word.contains("=") ? parts : nil, &rest))
        }
        return operands
    }

    /// - Parameter parts: the parts of a word that has its value after `=`.
    private static func value(
        of option: ProgramOption<Arguments>,
        attached parts: [Substring]?,
        _ rest: inout ArraySlice<String>
    ) throws(OptionFault) -> String {
        guard option.value != nil else {
            guard parts == nil else { throw OptionFault(message: "--\(option.name) takes no value") }
            return ""
        }
        if let parts { return parts.count > 1 ? String(parts[1]) : "" }
        // A word that looks like an option is not a value: the value is missing.
        guard let value = rest.first, !value.hasPrefix("-") else {
            throw OptionFault(message: "missing value for --\(option.name)", hint: "write \(option.usage)")
        }
        rest.removeFirst()
        return value
    }

    private func unknown(_ word: String) -> OptionFault {
        let close = closestWord(to: word, among: options.map { "--\($0.name)" })
        return OptionFault(message: "unknown option \(word)", hint: close.map { "did you mean \($0)?" })
    }
}
