import DomoModel

/// Reads a line of the command language. This is the one place that does.
public enum RequestParser {
    /// - Returns: nil for a line that holds nothing but blanks or a comment.
    /// - Throws: `bad-request`, or `refused-value` where a value can't be one for any element.
    public static func parse(_ line: some StringProtocol) throws(Fault) -> Request? {
        let words: [Words.Word]
        do throws(Words.Unclosed) {
            words = try Words.split(line)
        } catch {
            throw Fault(error.fault.code, "column \(error.column): \(error.fault.message)", hint: error.fault.hint)
        }
        return try parse(words)
    }

    /// Reads a line already split.
    public static func parse(_ words: [Words.Word]) throws(Fault) -> Request? {
        guard let verb = words.first else { return nil }
        guard let usage = usages[verb.text] else {
            let closest = closestWord(to: verb.text, among: Request.verbs)
            throw Fault(
                .badRequest,
                "unknown verb \"\(verb.text.prefix(80))\"",
                hint: closest.map { "did you mean \"\($0)\"?" }
                    ?? "the verbs are: \(Request.verbs.joined(separator: ", "))"
            )
        }
        do throws(Misread) {
            let arguments = try Arguments(words, usage: usage)
            if let order = try arguments.order(verb.text) { return .order(order) }
            do throws(Fault) {
                return try request(verb.text, arguments)
            } catch {
                throw Misread(column: verb.column, fault: error)
            }
        } catch {
            throw error.fault
        }
    }

    /// What is wrong with a line, and the column of the word that is.
    struct Misread: Error {
        var column: Int
        var fault: Fault
    }

    /// Reads an order already split, for callers that tell where in it something stands.
    /// - Returns: the order and its operands; nil where the verb is none of an order's.
    static func order(_ words: [Words.Word]) throws(Misread) -> (order: Order, operands: [Words.Word])? {
        guard let verb = words.first, orderVerbs.contains(verb.text), let usage = usages[verb.text] else { return nil }
        let arguments = try Arguments(words, usage: usage)
        return try arguments.order(verb.text).map { ($0, arguments.words) }
    }

    static let orderVerbs = ["set", "dim", "toggle"]

    private static func request(_ verb: String, _ arguments: Arguments) throws(Fault) -> Request {
        let operands = arguments.operands
        switch verb {
        case "ls": return .list(path: operands.first, recursive: arguments.options["-r"] != nil)
        case "show": return .show(element: operands[0])
        case "watch": return .watch(path: operands.first)
        case "scene": return try arguments.scene()
        case "run":
            let explain = arguments.options["--explain"] != nil
            let lines = Array(operands.dropFirst())
            return .run(name: operands[0], lines: lines, explain: explain, tag: try arguments.tag())
        case "calendar": return .calendar(try arguments.calendar())
        case "record": return .record(operands[0] == "stop" ? .stop : .begin(name: operands[0]))
        case "scenes": return .scenes
        case "status": return .status
        case "orders": return .orders(element: operands.first, last: try arguments.last())
        case "history": return .history(element: operands[0], try arguments.period())
        case "stats": return .stats(path: operands.first)
        case "export": return .export(try arguments.period())
        case "backup": return .backup(try arguments.backupStep())
        case "restore": return .restore(try arguments.restoreStep())
        default: return .reload
        }
    }

    /// Reads `40`, `40%`, `+10`, `-10`.
    public static func levelChange(_ text: String) throws(Fault) -> Order.LevelChange {
        let number = text.hasSuffix("%") ? text.dropLast() : text[...]
        let sign = number.first
        let digits = sign == "+" || sign == "-" ? number.dropFirst() : number
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let percent = Int(digits).flatMap(Percent.init)
        else {
            throw Fault(
                .refusedValue,
                "\"\(text.prefix(80))\" is not a level",
                hint: "a level is 0–100 (percent), or +N or -N for a step from the last known level"
            )
        }
        switch sign {
        case "+": return .by(percent.value)
        case "-": return .by(-percent.value)
        default: return .to(percent)
        }
    }

    /// How many lines a scene may have that is handed over by `run`, its name counted.
    private static let mostLines = 4096

    private static let usages: [String: Usage] = [
        "ls": Usage("ls [-r] [PATH]", operands: 0...1, flags: ["-r"]),
        "show": Usage("show ELEMENT", operands: 1...1),
        "set": Usage(
            "set ELEMENT VALUE [--as TYPE] [--deadline DURATION] [--wait none|accepted|confirmed] [--explain]",
            operands: 2...2,
            flags: ["--explain"],
            options: ["--as", "--deadline", "--wait"]
        ),
        "dim": Usage(
            "dim ELEMENT LEVEL [--deadline DURATION] [--wait none|accepted|confirmed] [--explain]",
            operands: 2...2,
            flags: ["--explain"],
            options: ["--deadline", "--wait"]
        ),
        "toggle": Usage(
            "toggle ELEMENT [--deadline DURATION] [--wait none|accepted|confirmed] [--explain]",
            operands: 1...1,
            flags: ["--explain"],
            options: ["--deadline", "--wait"]
        ),
        "watch": Usage("watch [PATH]", operands: 0...1),
        "scene": Usage(
            "scene NAME [--explain] [--tag TAG] | scene stop NAME [--tag TAG]",
            operands: 1...2,
            flags: ["--explain"],
            options: ["--tag"]
        ),
        "scenes": Usage("scenes", operands: 0...0),
        "run": Usage(
            "run [--explain] [--tag TAG] NAME LINE…",
            operands: 1...mostLines,
            flags: ["--explain"],
            options: ["--tag"]
        ),
        "calendar": Usage(
            "calendar [SCENE | PATH] [--from TIME] [--for DURATION]",
            operands: 0...1,
            options: ["--from", "--for"]
        ),
        "record": Usage("record NAME | record stop", operands: 1...1),
        "status": Usage("status", operands: 0...0),
        "reload": Usage("reload", operands: 0...0),
        "orders": Usage("orders [ELEMENT] [--last N]", operands: 0...1, options: ["--last"]),
        "history": Usage(
            "history ELEMENT [--since TIME] [--until TIME] [--after NEXT | --points N]",
            operands: 1...1,
            options: ["--since", "--until", "--after", "--points"]
        ),
        "stats": Usage("stats [PATH]", operands: 0...1),
        "export": Usage(
            "export [--since TIME] [--until TIME] [--after NEXT]",
            operands: 0...0,
            options: ["--since", "--until", "--after"]
        ),
        "backup": Usage("backup begin | read TOKEN OFFSET | end TOKEN", operands: 1...3),
        "restore": Usage("restore begin | write TOKEN OFFSET DATA | end TOKEN", operands: 1...4),
    ]
}
