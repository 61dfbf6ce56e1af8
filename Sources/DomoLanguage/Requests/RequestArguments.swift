import DomoModel

/// What may stand behind a verb.
struct Usage: Sendable {
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

/// What stands behind a verb in a line.
struct Arguments {
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

    private func type(_ word: String) throws(Fault) -> FacetType {
        guard let type = FacetType(word: word) else {
            let words = FacetType.allCases.map(\.word)
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
        if operands.count == 1 { return .scene(name: operands[0], explain: explain, tag: try tag()) }
        guard operands[0] == "stop", !explain else {
            throw Fault(
                .badRequest,
                "a scene has one name",
                hint: "a name with blanks needs quotes; usage: \(usage.text)"
            )
        }
        return .sceneStop(name: operands[1], tag: try tag())
    }

    func tag() throws(Fault) -> String? {
        guard let tag = options["--tag"] else { return nil }
        guard (1...Request.longestTag).contains(tag.unicodeScalars.count) else {
            throw Fault(.badRequest, "a tag has 1–\(Request.longestTag) characters", hint: "usage: \(usage.text)")
        }
        return tag
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
