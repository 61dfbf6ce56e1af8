import DomoModel

/// Reads a line of the command language. This is the one place that does.
public enum RequestParser {
    /// - Returns: nil for a blank line or a comment.
    /// - Throws: `bad-request`, or `refused-value` if no element can take the value.
    public static func parse(_ line: some StringProtocol) throws(Fault) -> Request? {
        let words: [Words.Word]
        do throws(Words.Unclosed) {
            words = try Words.split(line)
        } catch {
            throw Fault(error.fault.code, "column \(error.column): \(error.fault.message)", hint: error.fault.hint)
        }
        return try parse(words)
    }

    /// Reads a line that is already split into words.
    public static func parse(_ words: [Words.Word]) throws(Fault) -> Request? {
        guard let word = words.first else { return nil }
        guard let verb = Verb(word: word.text) else {
            throw Fault(
                .badRequest,
                "unknown verb \"\(word.text.prefix(80))\"",
                hint: Verb.hint(for: word.text, among: Verb.words)
            )
        }
        do throws(UsageError) {
            return try Arguments(words, verb.row, .line).request()
        } catch {
            throw error.fault
        }
    }

    /// Reads the arguments of `domo`.
    ///
    /// - Parameter words: the verb and the words after it. A quoted one is never an option.
    /// - Returns: the arguments, and the request if they are one.
    public static func read(_ words: [Words.Word], of row: VerbRow) throws(Fault) -> (Arguments, Request?) {
        do throws(UsageError) {
            let arguments = try Arguments(words, row, .commandLine)
            return (arguments, try arguments.request())
        } catch {
            throw error.fault
        }
    }

    /// Reads an order that is already split into words.
    ///
    /// - Returns: the order for an element or a place, and its operands with their columns; nil if the verb is unknown.
    static func order(_ words: [Words.Word]) throws(UsageError) -> (request: Request, operands: [Words.Word])? {
        guard let word = words.first, let verb = Verb(word: word.text) else { return nil }
        let arguments = try Arguments(words, verb.row, .line)
        guard let request = try arguments.request() else { return nil }
        return (request, arguments.words)
    }

    /// Reads `40`, `40%`, `+10`, `-10`.
    public static func levelChange(_ text: String) throws(Fault) -> Order.LevelChange {
        let word = text.lowercased()
        if let dimming = Dimming.allCases.first(where: { $0.direction == word }) { return .dimming(dimming) }
        let number = text.hasSuffix("%") ? text.dropLast() : text[...]
        let sign = number.first
        let digits = sign == "+" || sign == "-" ? number.dropFirst() : number
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let percent = Int(digits).flatMap(Percent.init)
        else {
            throw Fault(
                .refusedValue,
                "\"\(text.prefix(80))\" is not a level",
                hint: "use a whole number from 0 to 100 (percent), +N or -N for a step from the last known level, "
                    + "or up, down and stop as with a button that is held"
            )
        }
        switch sign {
        case "+": return .by(percent.value)
        case "-": return .by(-percent.value)
        default: return .to(percent)
        }
    }
}
