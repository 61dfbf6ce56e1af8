import DomoModel

// Writing scripts: the text is parsed as the same script.

extension Script {
    /// The file. Comments are lost, and every block is written on lines of its own.
    public var text: String {
        var header: [String] = []
        if let name { header.append("name \(Words.quoted(name))") }
        header += labels.sorted { $0.key < $1.key }.map { "label \($0.key) \(Words.quoted($0.value))" }
        header += parameters.map(\.line)
        header += triggers.map(\.text)
        header += conditions.map { "only if \($0.text)" }
        if again != .restart { header.append("again: \(again.rawValue)") }
        if let group { header.append("at most one of \(Words.quoted(group))") }
        if onFailure != .goOn { header.append("on failure \(onFailure.rawValue)") }
        let lines = steps.flatMap(\.lines)
        let blank = header.isEmpty || lines.isEmpty ? [] : [""]
        return (header + blank + lines).map { $0 + "\n" }.joined()
    }
}

extension Trigger {
    /// `at sunset+15m`, `when HomeSecurity on for 10s`
    public var text: String {
        switch kind {
        case .at(let time, let days): "at \(time.text)" + (days == .every ? "" : " \(days.text)")
        case .every(let interval): "every \(DurationText.write(interval))"
        case .when(let test, for: let length): "when \(test.text)" + clause("for", length)
        case .changes(let element): "when \(operand(element.text)) changes"
        case .telegram(let test): "when \(test.text)"
        case .start: "at start"
        }
    }
}

extension Condition {
    /// Without the `if`: `HomeSecurity off`, `between 22:00 and sunrise`
    public var text: String {
        switch kind {
        case .reading(let test, for: let length): "\(test.text)" + clause("for", length)
        case .between(let from, let until): "between \(from.text) and \(until.text)"
        case .days(let days): days.text
        case .answer(let test): test.text
        case .not(let condition): "not \(condition.text)"
        case .any(let conditions): conditions.map(\.text).joined(separator: " or ")
        }
    }
}

extension Script.Test {
    /// `HomeSecurity off`, `Thermometer above 25`
    public var text: String {
        switch relation {
        case .equals(let value): "\(operand(element.text)) \(operand(value))"
        case .above(let number): "\(operand(element.text)) above \(NumberText.write(number))"
        case .below(let number): "\(operand(element.text)) below \(NumberText.write(number))"
        }
    }
}

extension TelegramTest {
    /// `telegram 1/2/3 is on from 1.1.5`
    public var text: String {
        let relation =
            switch relation {
            case .any: ""
            case .equals(let value): " is \(operand(value))"
            case .above(let number): " above \(NumberText.write(number))"
            case .below(let number): " below \(NumberText.write(number))"
            }
        return "telegram \(address)" + relation + (source.map { " from \($0)" } ?? "")
    }
}

extension Script.Step {
    /// The first line of the step, without its blocks: `if HomeSecurity off:`
    public var text: String {
        switch kind {
        case .order(let order, _): order.line
        case .group(let group, _): group.line
        case .ramp(let element, to: let percent, over: let length):
            "dim \(Words.quoted(element.text)) \(percent.value) over \(DurationText.write(length))"
        case .wait(let length): "wait \(DurationText.write(length))"
        case .waitUntil(let test, for: let length, atMost: let limit):
            "wait until \(test.text)" + clause("for", length) + clause("at most", limit)
        case .condition(let condition, then: _, otherwise: _): "if \(condition.text):"
        case .parallel: "in parallel:"
        case .scene(let name): "scene \(Words.quoted(name.text))"
        case .stopScene(let name): "stop scene \(Words.quoted(name.text))"
        case .log(let text): "log \(Words.quoted(text))"
        case .notify(let notice): notice.line
        case .resolved(let resolution): resolution.line
        case .call(let call): call.line
        }
    }

    /// The lines of the step with its blocks, as in a file.
    public var lines: [String] {
        func block(_ steps: [Script.Step]) -> [String] { steps.flatMap(\.lines).map { "    " + $0 } }
        switch kind {
        case .condition(_, let then, let otherwise):
            return [text] + block(then) + (otherwise.isEmpty ? [] : ["else:"] + block(otherwise))
        case .parallel(let steps): return [text] + block(steps)
        case .order, .group, .ramp, .wait, .waitUntil, .scene, .stopScene, .log, .notify, .resolved, .call:
            return [text]
        }
    }
}

extension ClockTime {
    /// `23:30`, `07:15:30`
    public var text: String {
        let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
        let parts = [minutes / 60, minutes % 60] + (second == 0 ? [] : [second])
        return parts.map(twoDigits).joined(separator: ":")
    }
}

extension TimeOfDay {
    /// `23:30`, `sunset-30m not before 17:00 not after 21:00`
    public var text: String {
        switch self {
        case .clock(let time): return time.text
        case .sun(let event, let offset, let notBefore, let notAfter):
            let amount = DurationText.write(offset < .zero ? .zero - offset : offset)
            let shift = offset == .zero ? "" : (offset < .zero ? "-" : "+") + amount
            return event.rawValue + shift + (notBefore.map { " not before \($0.text)" } ?? "")
                + (notAfter.map { " not after \($0.text)" } ?? "")
        }
    }
}

extension Days {
    /// `mon-fri 12-24 except holidays`; empty for every day.
    public var text: String {
        let words = patterns.map(\.text) + (except.isEmpty ? [] : ["except"] + except.map(\.text))
        return words.joined(separator: " ")
    }
}

extension Days.Pattern {
    /// `mon-fri`, `2026-12-24`, `12-24`, `holidays`
    public var text: String {
        switch self {
        case .weekdays(let first, let last): first == last ? first.rawValue : "\(first.rawValue)-\(last.rawValue)"
        case .date(let date): date.description
        case .yearly(let month, let day): "\(twoDigits(month))-\(twoDigits(day))"
        case .holidays: "holidays"
        }
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

func clause(_ keyword: String, _ length: Duration?) -> String {
    length.map { " \(keyword) \(DurationText.write($0))" } ?? ""
}

/// A name or value in a condition, quoted if it could be taken for a keyword.
func operand(_ text: String) -> String {
    let quoted = Words.quoted(text)
    guard quoted == text else { return quoted }
    let isKeyword = LineReader.wordsOfConditions.contains(text) || Days.Pattern(text) != nil
    return isKeyword || text.utf8.last == UInt8(ascii: ":") ? "'\(text)'" : text
}
