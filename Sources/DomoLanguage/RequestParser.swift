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
            return .run(name: operands[0], lines: Array(operands.dropFirst()), explain: explain)
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

    fileprivate static let usages: [String: Usage] = [
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
        "scene": Usage("scene NAME [--explain] | scene stop NAME", operands: 1...2, flags: ["--explain"]),
        "scenes": Usage("scenes", operands: 0...0),
        "run": Usage("run [--explain] NAME LINE…", operands: 1...mostLines, flags: ["--explain"]),
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

/// What may stand behind a verb.
private struct Usage: Sendable {
    var text: String
    var operands: ClosedRange<Int>
    /// Options without a value.
    var flags: Set<String>
    /// Options with a value.
    var options: Set<String>

    init(_ text: String, operands: ClosedRange<Int>, flags: Set<String> = [], options: Set<String> = []) {
        self.text = text
        self.operands = operands
        self.flags = flags
        self.options = options
    }
}

private struct Arguments {
    /// The operands, and where they stand.
    private(set) var words: [Words.Word] = []
    private(set) var options: [String: String] = [:]
    private var columns: [String: Int] = [:]
    private let usage: Usage

    var operands: [String] { words.map(\.text) }

    /// - Parameter line: the verb, and what stands behind it.
    init(_ line: [Words.Word], usage: Usage) throws(RequestParser.Misread) {
        self.usage = usage
        let hint = "usage: \(usage.text)"
        func misread(_ column: Int, _ message: String, hint: String = hint) -> RequestParser.Misread {
            RequestParser.Misread(column: column, fault: Fault(.badRequest, message, hint: hint))
        }
        var rest = line.dropFirst()
        var onlyOperands = false
        while let word = rest.popFirst() {
            let isOption =
                !onlyOperands && !word.isQuoted && word.text.utf8.first == UInt8(ascii: "-")
                && !isNegativeNumber(word.text)
            guard isOption else {
                words.append(word)
                continue
            }
            if word.text == "--" {
                onlyOperands = true
                continue
            }
            let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard options[name] == nil else { throw misread(word.column, "\(name) is given twice") }
            columns[name] = word.column
            if usage.flags.contains(name), parts.count == 1 {
                options[name] = ""
            } else if usage.options.contains(name) {
                if parts.count == 2 {
                    options[name] = String(parts[1])
                } else if let value = rest.popFirst() {
                    options[name] = value.text
                    columns[name] = value.column
                } else {
                    throw misread(word.column, "\(name) has no value")
                }
            } else {
                throw misread(word.column, "unknown option \"\(name.prefix(80))\"")
            }
        }
        if words.count < usage.operands.lowerBound {
            throw misread(line.last?.column ?? 1, "something is missing")
        }
        if words.count > usage.operands.upperBound {
            throw misread(
                words[usage.operands.upperBound].column,
                "there is a word too many",
                hint: hint + "; a name with blanks needs quotes"
            )
        }
    }

    /// - Returns: nil where the verb is none of an order's.
    func order(_ verb: String) throws(RequestParser.Misread) -> Order? {
        let wish: Order.Wish
        switch verb {
        case "set": wish = .value(operands[1], as: try located("--as", type))
        case "dim":
            do throws(Fault) {
                wish = .level(try RequestParser.levelChange(operands[1]))
            } catch {
                throw RequestParser.Misread(column: words[1].column, fault: error)
            }
        case "toggle": wish = .toggle
        default: return nil
        }
        var order = Order(element: operands[0], wish: wish, explain: options["--explain"] != nil)
        order.deadline = try located("--deadline", deadline)
        order.wait = try located("--wait", wait) ?? .accepted
        return order
    }

    private func located<Value>(
        _ option: String,
        _ read: (String) throws(Fault) -> Value
    ) throws(RequestParser.Misread) -> Value? {
        guard let text = options[option] else { return nil }
        do throws(Fault) {
            return try read(text)
        } catch {
            throw RequestParser.Misread(column: columns[option] ?? 1, fault: error)
        }
    }

    private func type(_ word: String) throws(Fault) -> ElementType {
        guard let type = ElementType(word: word) else {
            let words = ElementType.allCases.map(\.word)
            throw Fault(
                .badRequest,
                "unknown type \"\(word.prefix(80))\"",
                hint: "the types are: \(words.joined(separator: ", "))"
            )
        }
        return type
    }

    private func deadline(_ text: String) throws(Fault) -> Duration {
        guard let deadline = DurationText.read(text), Order.deadlines.contains(deadline) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a deadline",
                hint: "a deadline is 100ms–10m, such as 500ms, 2s, 1m"
            )
        }
        return deadline
    }

    private func wait(_ word: String) throws(Fault) -> Awaited {
        guard let wait = Awaited(rawValue: word) else {
            throw Fault(
                .badRequest,
                "an order can't wait for \"\(word.prefix(80))\"",
                hint: "it waits for: \(Awaited.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        return wait
    }

    func last() throws(Fault) -> Int {
        guard let text = options["--last"] else { return Request.usualOrders }
        guard let last = Int(text), (1...Request.mostOrders).contains(last) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a number of orders",
                hint: "1–\(Request.mostOrders)"
            )
        }
        return last
    }

    func period() throws(Fault) -> Period {
        let points = try points()
        guard points == nil || options["--after"] == nil else {
            throw Fault(.badRequest, "points are never too many for one answer", hint: "leave --after away")
        }
        return Period(
            since: try time("--since"),
            until: try time("--until"),
            after: options["--after"],
            points: points
        )
    }

    private func points() throws(Fault) -> Int? {
        guard let text = options["--points"] else { return nil }
        guard let points = Int(text), Period.pointsRange.contains(points) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a number of points",
                hint: "\(Period.pointsRange.lowerBound)–\(Period.pointsRange.upperBound)"
            )
        }
        return points
    }

    private func time(_ option: String) throws(Fault) -> TimePoint? {
        guard let text = options[option] else { return nil }
        guard let time = TimePoint(text) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a time",
                hint: "a time is 2d (ago), 21:04 (today), 2026-11-20, 2026-11-20T21:04, 2026-11-20T21:04:05Z (UTC)"
            )
        }
        return time
    }

    func scene() throws(Fault) -> Request {
        let explain = options["--explain"] != nil
        if operands.count == 1 { return .scene(name: operands[0], explain: explain) }
        guard operands[0] == "stop", !explain else {
            throw Fault(
                .badRequest,
                "a scene has one name",
                hint: "a name with blanks needs quotes; usage: \(usage.text)"
            )
        }
        return .sceneStop(name: operands[1])
    }

    func calendar() throws(Fault) -> CalendarQuestion {
        var question = CalendarQuestion(name: operands.first, from: try time("--from"))
        if let text = options["--for"] {
            guard let length = DurationText.read(text), CalendarQuestion.lengths.contains(length) else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not a length of a calendar",
                    hint: "it is 1s–400d, such as 12h, 7d, 400d"
                )
            }
            question.length = length
        }
        return question
    }

    func backupStep() throws(Fault) -> BackupStep {
        switch (operands[0], operands.count) {
        case ("begin", 1): return .begin
        case ("read", 3): return .read(token: operands[1], offset: try offset(operands[2]))
        case ("end", 2): return .end(token: operands[1])
        default: throw Fault(.badRequest, "this is no step of a backup", hint: "usage: \(usage.text)")
        }
    }

    func restoreStep() throws(Fault) -> RestoreStep {
        switch (operands[0], operands.count) {
        case ("begin", 1): return .begin
        case ("write", 4): return .write(token: operands[1], offset: try offset(operands[2]), data: operands[3])
        case ("end", 2): return .end(token: operands[1])
        default: throw Fault(.badRequest, "this is no step of a restore", hint: "usage: \(usage.text)")
        }
    }

    private func offset(_ text: String) throws(Fault) -> Int {
        guard let offset = Int(text), offset >= 0 else {
            throw Fault(.badRequest, "\"\(text.prefix(80))\" is not an offset", hint: "usage: \(usage.text)")
        }
        return offset
    }
}

/// `-10`, `-0.5` and `-10%` are values, not options.
private func isNegativeNumber(_ text: String) -> Bool {
    text.dropFirst().first?.isWholeNumber == true
}
