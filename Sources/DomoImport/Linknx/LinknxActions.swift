import CLibXML2
import DomoLanguage

/// The actions of a rule, as steps of a scene.
struct LinknxActions {
    enum Step {
        case line(String)
        case remark(LinknxRemark)
        /// `start-actionlist`: whether the list is the one for the end of the rule's condition.
        case start(rule: String, isEnd: Bool, line: Int)
        case cancel(rule: String, line: Int)

        /// Whether it does something.
        var isAction: Bool {
            switch self {
            case .line, .start, .cancel: true
            case .remark: false
            }
        }
    }

    private(set) var steps: [Step] = []
    /// When the last step starts, or when a ramp before it ends, in milliseconds from the start.
    private var time = 0

    init() {}

    /// - Parameter lists: all lists of one type. linknx starts all actions at once, each after its own delay.
    init(_ lists: [xmlNodePtr], targets: [String: LinknxHouse.Target]) {
        var timed: [(delay: Int, duration: Int, steps: [Step])] = []
        for list in lists {
            timed += list.rest(attributes: ["type"], elements: ["action"]).map { (0, 0, [.remark($0)]) }
            for action in list.elements where action.name == "action" {
                // A remark stays at its place.
                var delay = timed.last?.delay ?? 0
                do throws(LinknxMistake) {
                    delay = try Self.duration(action, "delay") ?? 0
                    var (steps, duration) = try Self.steps(of: action, targets: targets)
                    steps = action.rest(attributes: Self.attributes).map(Step.remark) + steps
                    timed.append((delay, duration, steps))
                } catch {
                    timed.append((delay, 0, [.remark(LinknxRemark(line: action.line, text: error.reason))]))
                }
            }
        }
        // Delays count from the start, but waits from the previous step.
        let order = timed.enumerated().sorted { ($0.element.delay, $0.offset) < ($1.element.delay, $1.offset) }
        var start = 0
        for (delay, duration, more) in order.map(\.element) {
            let acts = more.contains(where: \.isAction)
            if delay > time, acts {
                steps.append(.line("wait \(LinknxTime.text(delay - time))"))
                time = delay
            } else if delay < time, delay > start, acts, let line = Self.line(of: delay, in: lists) {
                let text =
                    "the delay of \(LinknxTime.text(delay)) ends while an earlier step still runs; the next step waits "
                    + "for its end"
                steps.append(.remark(LinknxRemark(line: line, text: text)))
            }
            if acts { start = delay }
            steps += more
            time += duration
        }
    }

    private static func line(of delay: Int, in lists: [xmlNodePtr]) -> Int? {
        lists.flatMap(\.elements).first { $0.attribute("delay").flatMap(LinknxTime.milliseconds) == delay }?.line
    }

    var isEmpty: Bool { !steps.contains(where: \.isAction) }

    /// Appends the actions for the end of a condition that lasts a certain time.
    mutating func append(_ other: Self, after delay: Int) {
        if delay > time { steps.append(.line("wait \(LinknxTime.text(delay - time))")) }
        steps += other.steps
        time = max(delay, time) + other.time
    }

    // MARK: Actions

    private static let attributes: Set = [
        "type", "id", "value", "delay", "start", "stop", "duration", "rule-id", "list",
    ]

    private static func duration(_ node: xmlNodePtr, _ name: String) throws(LinknxMistake) -> Int? {
        guard let text = node.attribute(name), !text.isEmpty else { return nil }
        guard let time = LinknxTime.milliseconds(text) else { throw LinknxMistake("invalid \(name) \"\(text)\"") }
        return time
    }

    private static func steps(
        of action: xmlNodePtr,
        targets: [String: LinknxHouse.Target]
    ) throws(LinknxMistake) -> (steps: [Step], duration: Int) {
        let type = action.attribute("type") ?? ""
        switch type {
        case "set-value", "set-string":
            let target = try target(of: action, in: targets)
            let value = action.attribute("value") ?? ""
            guard !value.contains("${"), let order = target.order(value) else {
                throw LinknxMistake("unsupported \(type) of \(target.object.id) to \"\(value)\"")
            }
            return ([.line(order)], 0)
        case "toggle-value":
            let target = try target(of: action, in: targets)
            guard target.kind == .binary else {
                throw LinknxMistake("unsupported toggle-value of \(target.object.id)")
            }
            return ([.line("toggle \(Words.quoted(target.element))")], 0)
        case "dim-up":
            let target = try target(of: action, in: targets)
            guard target.kind == .level, let start = target.level(action.attribute("start") ?? "0"),
                let stop = target.level(action.attribute("stop") ?? "255"),
                case let time = try duration(action, "duration") ?? 60_000, (1000...86_400_000).contains(time)
            else { throw LinknxMistake("unsupported dim-up of \(target.object.id)") }
            let name = Words.quoted(target.element)
            return ([.line("dim \(name) \(start)"), .line("dim \(name) \(stop) over \(LinknxTime.text(time))")], time)
        case "start-actionlist":
            let rule = action.attribute("rule-id") ?? ""
            return ([.start(rule: rule, isEnd: action.attribute("list") == "false", line: action.line)], 0)
        case "cancel": return ([.cancel(rule: action.attribute("rule-id") ?? "", line: action.line)], 0)
        default: throw LinknxMistake("unsupported action \(type)")
        }
    }

    private static func target(
        of action: xmlNodePtr,
        in targets: [String: LinknxHouse.Target]
    ) throws(LinknxMistake) -> LinknxHouse.Target {
        let id = action.attribute("id") ?? ""
        guard let target = targets[id] else { throw LinknxMistake("the object \(id) is not an element of the house") }
        guard target.isOrderable else { throw LinknxMistake("the object \(id) is read-only in the house") }
        return target
    }
}
