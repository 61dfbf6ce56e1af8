import DomoLanguage
import DomoModel
import Testing

@Suite struct ScriptTextTests {
    @Test func printedScriptIsReadBack() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<1000 {
            let script = RandomScript(&random).script
            let (again, mistakes) = ScriptParser.parse(script.text)
            try #require(mistakes == [], "\(script.text)")
            let isSame = again.withoutPositions == script
            try #require(isSame, "\(script.text)")
            try #require(again.text == script.text)
        }
    }

    /// Files of random words: each is read, or refused with the position of its mistake.
    @Test func randomTextIsReadOrRefusedWithAPosition() throws {
        var random = SplitMix64(seed: 5)
        let words = [
            "set", "dim", "toggle", "wait", "until", "if", "else:", "else", "in", "parallel:", "scene", "stop", "log",
            "A", "'b c'", "on", "off:", ":", "10", "+10", "over", "20s", "for", "at", "most", "one", "of", "23:30",
            "sunset+15m", "not", "before", "mon-fri", "except", "holidays", ",", "every", "when", "changes", "only",
            "between", "and", "again:", "skip", "on", "failure", "name", "#", "\"", "\\", "--wait", "none", "--",
            "above", "or", "notify", "resolved", "call", "to", "urgent", "about", "repeat", "after", "5m", "without",
            "an",
            "answer", "of", "status", "telegram", "1/2/3", "is", "from", "1.1.5",
        ]
        let blanks = ["", "", "", "    ", "    ", "        ", "\t", " ", "\u{A0}", "\r"]
        let lines = [
            "if A on:", "else:", "in parallel:", "set A on", "if A 'x:': log b", "at 23:30 mon", "else: set B on",
        ]
        var sound = 0
        for _ in 0..<4000 {
            let count = Int.random(in: 1...6, using: &random)
            let file = (0..<count).map { _ in
                let blank = blanks.randomElement(using: &random) ?? ""
                if Bool.random(using: &random) { return blank + (lines.randomElement(using: &random) ?? "") }
                let length = Int.random(in: 0...6, using: &random)
                return blank
                    + (0..<length).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            }
            let text = file.joined(separator: "\n")
            let (script, mistakes) = ScriptParser.parse(text)
            for mistake in mistakes {
                try #require((1...count).contains(mistake.line), "\(text)")
                let columns = 1...max(1, file[mistake.line - 1].unicodeScalars.count)
                try #require(columns.contains(mistake.column), "\(text)")
            }
            guard mistakes.isEmpty else { continue }
            sound += 1
            let again = ScriptParser.parse(script.text)
            try #require(again.mistakes == [] && again.script.text == script.text, "\(text)")
        }
        #expect(sound > 100)
    }

    @Test func onlyPoliciesOtherThanTheDefaultAreWritten() {
        var script = Script(name: "Noche")
        #expect(script.text == "name Noche\n")
        script.again = .skip
        script.group = "Luces de casa"
        script.onFailure = .stop
        #expect(script.text == "name Noche\nagain: skip\nat most one of 'Luces de casa'\non failure stop\n")
    }
}

/// A random script without positions.
private struct RandomScript {
    private(set) var script = Script()
    private var random: SplitMix64

    init(_ generator: inout SplitMix64) {
        random = generator
        if chance() { script.name = name.text }
        if chance() { script.labels = ["en": name.text, "ca-ES": name.text] }
        script.triggers = (0..<number(0...3)).map { _ in Trigger(trigger, at: .none) }
        script.conditions = (0..<number(0...2)).map { _ in condition }
        script.again = Script.Repetition.allCases.randomElement(using: &random) ?? .skip
        if chance() { script.group = name.text }
        script.onFailure = chance() ? .stop : .goOn
        script.steps = steps(depth: 0, from: 0)
        generator = random
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance() -> Bool { Bool.random(using: &random) }

    private static let words = [
        "Louver", "Salon/Luz", "mon", "mon-fri", "12-24", "2026-12-24", "holidays", "between", "except", "above",
        "below",
        "changes", "is", "for", "at", "over", "if", "else:", ":", "off:", "a:b", "23:30", "-1", "--wait", "stop",
        "until", "telegram", "from", "1/2/3",
        "#", "weekend", "a,b", ",", "set", "and", "<", "start", "most",
    ]
    private static let alphabet = Array("a ñ:'\"\\#,-%\t\u{301}\u{2028}0".unicodeScalars)

    private var text: String {
        mutating get {
            if chance() { return Self.words.randomElement(using: &random) ?? "" }
            var text = String.UnicodeScalarView()
            for _ in 0..<number(0...5) { text.append(Self.alphabet.randomElement(using: &random) ?? "a") }
            return String(text)
        }
    }

    private var name: Script.Name {
        mutating get {
            let text = text
            return Script.Name(text.isEmpty ? "x" : text, at: .none)
        }
    }

    private mutating func duration(_ range: ClosedRange<Int>) -> Duration {
        let unit =
            [1, 10, 1000, 60_000, 3_600_000].filter { $0 <= range.upperBound }.randomElement(using: &random) ?? 1
        let amount = number(range) / unit * unit
        return .milliseconds(range.contains(amount) ? amount : range.lowerBound)
    }

    private mutating func length() -> Duration? { chance() ? duration(1...86_400_000) : nil }

    private mutating func clock(_ range: ClosedRange<Int> = 0...86_399) -> ClockTime {
        let seconds = number(range)
        let second = chance() ? 0 : seconds % 60
        return ClockTime(hour: seconds / 3600, minute: seconds / 60 % 60, second: second)!
    }

    private var time: TimeOfDay {
        mutating get {
            if chance() { return .clock(clock()) }
            let event = SunEvent.allCases.randomElement(using: &random) ?? .dawn
            let offset = chance() ? .zero : duration(0...43_200_000)
            let before = chance() ? clock(0...40_000) : nil
            let after = chance() ? clock(40_060...86_399) : nil
            return .sun(event, offset: chance() ? offset : .zero - offset, notBefore: before, notAfter: after)
        }
    }

    private mutating func patterns(_ count: ClosedRange<Int>) -> [Days.Pattern] {
        (0..<number(count)).map { _ in
            switch number(0...3) {
            case 0:
                let first = Weekday.allCases.randomElement(using: &random) ?? .monday
                return .weekdays(first, Weekday.allCases.randomElement(using: &random) ?? .monday)
            case 1: return .date(CivilDate(daysSince1970: number(0...40_000)))
            case 2:
                let date = CivilDate(daysSince1970: 19_723 + number(0...365))
                return .yearly(month: date.month, day: date.day)
            default: return .holidays
            }
        }
    }

    private var test: Script.Test {
        mutating get {
            let number = Double(number(-4_000_000...4_000_000)) / (chance() ? 1 : 10_000)
            switch self.number(0...2) {
            case 0: return Script.Test(name, .above(number), value: .none)
            case 1: return Script.Test(name, .below(number), value: .none)
            default: return Script.Test(name, .equals(text), value: .none)
            }
        }
    }

    private var condition: Condition {
        mutating get {
            switch number(0...5) {
            case 0: return Condition(.any((0...number(1...2)).map { _ in alternative }), at: .none)
            default: return alternative
            }
        }
    }

    private var answer: Condition {
        mutating get {
            let relations: [Script.Test.Relation] = [.above(5), .below(-2.5), .equals("for"), .equals("200")]
            let paths = ["status", "daily.0.rain", "a b", "or"]
            let test = Script.AnswerTest(target, path: paths[number(0...3)], relations[number(0...3)])
            let answer = Condition(.answer(test), at: .none)
            return chance() ? answer : Condition(.any([Condition(.not(answer), at: .none), alternative]), at: .none)
        }
    }

    private var alternative: Condition {
        mutating get { chance() ? simpleCondition : Condition(.not(simpleCondition), at: .none) }
    }

    private var simpleCondition: Condition {
        mutating get {
            switch number(0...3) {
            case 0: return Condition(.days(Days(patterns(0...2), except: patterns(1...2))), at: .none)
            case 1:
                let (from, until) = (time, time)
                return Condition(from == until ? .days(Days(patterns(1...1))) : .between(from, until), at: .none)
            default: return Condition(.reading(test, for: length()), at: .none)
            }
        }
    }

    private var trigger: Trigger.Kind {
        mutating get {
            switch number(0...5) {
            case 0: return .at(time, Days(patterns(0...2), except: patterns(0...1)))
            case 1: return .every(duration(1000...86_400_000))
            case 2: return .when(test, for: length())
            case 3: return .changes(name)
            case 4: return .telegram(telegram)
            default: return .start
            }
        }
    }

    private var telegram: TelegramTest {
        mutating get {
            let addresses = ["1/2/3", "0/0/1", "31/7/255", "1/515", "31/2047", "1", "65535"]
            var test = TelegramTest(addresses.randomElement(using: &random) ?? "1/2/3")
            switch number(0...3) {
            case 0: test.relation = .equals(text)
            case 1: test.relation = .above(Double(number(-1000...1000)) / 4)
            case 2: test.relation = .below(Double(number(-1000...1000)) / 4)
            default: break
            }
            if chance() { test.source = ["1.1.5", "0.0.1", "15.15.255"].randomElement(using: &random) }
            return test
        }
    }

    private mutating func steps(depth: Int, from fewest: Int) -> [Script.Step] {
        (0..<number(fewest...3)).map { _ in Script.Step(step(depth: depth), at: .none) }
    }

    private mutating func step(depth: Int) -> Script.Kind {
        switch number(depth < 4 ? 0...13 : 0...10) {
        case 0: return .group(group, Script.At(element: .none))
        case 1, 2: return .order(order, Script.At(element: .none))
        case 3: return .ramp(name, to: Percent(clamping: number(0...100)), over: duration(1000...86_400_000))
        case 4: return .wait(duration(1...86_400_000))
        case 5: return .waitUntil(test, for: length(), atMost: length())
        case 6: return chance() ? .scene(name) : .stopScene(name)
        case 7: return .log(text)
        case 8: return .notify(notice)
        case 9: return .resolved(.init(chance() ? message : nil, about: chance() ? cause : nil))
        case 10:
            return .call(
                .init(target, text: chance() ? message : nil, atMost: chance() ? duration(100...60_000) : nil)
            )
        case 11: return .parallel(steps(depth: depth + 1, from: 1))
        default:
            let condition = chance() ? condition : answer
            let then = steps(depth: depth + 1, from: 1)
            return .condition(condition, then: then, otherwise: steps(depth: depth + 1, from: 0))
        }
    }

    private var target: Script.Name {
        mutating get { Script.Name(["ana", "luis", "tiempo", "x-1"][number(0...3)], at: .none) }
    }

    private var cause: String {
        mutating get { ["puerta", "at", "urgent", "agua fría"][number(0...3)] }
    }

    private var message: MessageText {
        mutating get {
            var parts: [MessageText.Part] = [.text(["a", "{x}", "}", "dos palabras: "][number(0...3)])]
            if chance() { parts.append(.element(Script.Name("Salon/Temperatura", at: .none))) }
            return MessageText(parts)
        }
    }

    private var notice: Script.Notice {
        mutating get {
            var notice = Script.Notice(message, to: (0..<number(1...3)).map { _ in target }, isUrgent: chance())
            if chance() { notice.about = cause }
            if chance() { notice.window = duration(60_000...86_400_000) }
            if chance() { notice.interval = duration(60_000...86_400_000) }
            if chance() { notice.escalation = .init(after: duration(60_000...86_400_000), to: [target, target]) }
            return notice
        }
    }

    private var group: GroupOrder {
        mutating get {
            GroupOrder(
                place: name.text,
                value: chance() ? "off" : text,
                as: chance() ? FacetType.allCases.randomElement(using: &random) : nil
            )
        }
    }

    private var order: Order {
        mutating get {
            let wish: Order.Wish
            switch number(0...3) {
            case 0: wish = .toggle
            case 1: wish = .level(.by(number(-100...100)))
            case 2: wish = .level(.to(Percent(clamping: number(0...100))))
            default: wish = .value(text, as: chance() ? FacetType.allCases.randomElement(using: &random) : nil)
            }
            let deadline = chance() ? duration(100...600_000) : nil
            let wait = Awaited.allCases.randomElement(using: &random) ?? .none
            return Order(element: name.text, wish: wish, deadline: deadline, wait: wait)
        }
    }
}

extension Script.Position {
    fileprivate static let none = Script.Position(line: 0, column: 0)
}

extension Script {
    fileprivate var withoutPositions: Script {
        var script = self
        script.triggers = triggers.map { trigger in
            switch trigger.kind {
            case .when(let test, for: let length): Trigger(.when(test.withoutPositions, for: length), at: .none)
            case .changes(let name): Trigger(.changes(name.withoutPosition), at: .none)
            default: Trigger(trigger.kind, at: .none)
            }
        }
        script.conditions = conditions.map(\.withoutPositions)
        script.steps = steps.map(\.withoutPositions)
        return script
    }
}

extension Script.Name {
    fileprivate var withoutPosition: Self { Self(text, at: .none) }
}

extension Script.Test {
    fileprivate var withoutPositions: Self { Self(element.withoutPosition, relation, value: .none) }
}

extension MessageText {
    fileprivate var withoutPositions: Self {
        MessageText(
            parts.map { part in
                if case .element(let name) = part { .element(name.withoutPosition) } else { part }
            }
        )
    }
}

extension Script.Notice {
    fileprivate var withoutPositions: Self {
        var notice = self
        notice.text = text.withoutPositions
        notice.to = to.map(\.withoutPosition)
        notice.escalation?.to = escalation?.to.map(\.withoutPosition) ?? []
        return notice
    }
}

extension Condition {
    fileprivate var withoutPositions: Condition {
        switch kind {
        case .reading(let test, for: let length): Condition(.reading(test.withoutPositions, for: length), at: .none)
        case .between, .days: Condition(kind, at: .none)
        case .answer(let test):
            Condition(
                .answer(Script.AnswerTest(test.target.withoutPosition, path: test.path, test.relation)),
                at: .none
            )
        case .not(let condition): Condition(.not(condition.withoutPositions), at: .none)
        case .any(let conditions): Condition(.any(conditions.map(\.withoutPositions)), at: .none)
        }
    }
}

extension Script.Step {
    fileprivate var withoutPositions: Self {
        let bare: Script.Kind =
            switch kind {
            case .order(let order, _): .order(order, Script.At(element: .none))
            case .group(let group, _): .group(group, Script.At(element: .none))
            case .ramp(let name, to: let level, over: let length): .ramp(name.withoutPosition, to: level, over: length)
            case .waitUntil(let test, for: let length, atMost: let longest):
                .waitUntil(test.withoutPositions, for: length, atMost: longest)
            case .condition(let condition, let then, let otherwise):
                .condition(
                    condition.withoutPositions,
                    then: then.map(\.withoutPositions),
                    otherwise: otherwise.map(\.withoutPositions)
                )
            case .parallel(let steps): .parallel(steps.map(\.withoutPositions))
            case .scene(let name): .scene(name.withoutPosition)
            case .stopScene(let name): .stopScene(name.withoutPosition)
            case .notify(let notice): .notify(notice.withoutPositions)
            case .resolved(let end): .resolved(.init(end.text?.withoutPositions, about: end.about))
            case .call(let call):
                .call(.init(call.target.withoutPosition, text: call.text?.withoutPositions, atMost: call.atMost))
            case .wait, .log: kind
            }
        return Script.Step(bare, at: .none)
    }
}
