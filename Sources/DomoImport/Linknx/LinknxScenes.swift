import CLibXML2
import DomoLanguage

/// Converts rules of linknx to scenes of domo.
struct LinknxScenes {
    struct Scene: Equatable {
        /// Without `.domo`.
        var file: String
        var text: String
    }

    /// A rule has a scene for its condition, and one for the end of its condition.
    private struct Key: Hashable {
        var rule: String
        var isEnd: Bool
    }

    /// A scene whose references to others are not resolved yet.
    private struct Draft {
        var key: Key
        var line: Int
        var name: String
        /// The description and what is left out.
        var comments: [String]
        var header: [String]
        var steps: [LinknxActions.Step]
        /// Whether the steps for the end of the condition follow after a wait.
        var includesEnd = false
    }

    private(set) var scenes: [Scene] = []
    /// What could not be converted.
    private(set) var unplaced: [UnplacedDraft] = []

    private let targets: [String: LinknxHouse.Target]
    private var drafts: [Draft] = []
    /// The index of each draft.
    private var places: [Key: Int] = [:]
    private var names = UniqueNames()
    private var files = UniqueNames()

    init(_ rules: [xmlNodePtr], targets: [String: LinknxHouse.Target]) {
        self.targets = targets
        var seen: Set<String> = []
        for rule in rules {
            let id = rule.attribute("id") ?? "rule"
            if seen.insert(id).inserted {
                read(rule: rule, id: id)
            } else {
                list(id, rule.line, "another rule has the same id")
            }
        }
        resolve()
        for draft in drafts {
            let file = draft.key.rule + (draft.key.isEnd ? "-off" : "")
            scenes.append(Scene(file: files.reserve(Self.plain(file)), text: text(of: draft)))
        }
    }

    private mutating func list(_ id: String, _ line: Int, _ reason: String) {
        unplaced.append(UnplacedDraft(address: "", name: "rule \(id) (line \(line))", reason: reason))
    }

    /// Removes what a name of a file can't have.
    private static func plain(_ id: String) -> String {
        let plain = id.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "-"
        }
        return String(String(plain).prefix(100))
    }

    // MARK: Rules

    private mutating func read(rule: xmlNodePtr, id: String) {
        if ["no", "false", "off"].contains(rule.attribute("active") ?? "") {
            return list(id, rule.line, "it is not active")
        }
        guard let node = rule.elements.first(where: { $0.name == "condition" }) else {
            return list(id, rule.line, "it has no condition")
        }
        let condition: LinknxCondition
        do throws(LinknxMistake) {
            condition = try LinknxCondition(node, targets: targets)
        } catch {
            return list(id, error.line ?? node.line, "its condition can't be converted: \(error.reason)")
        }
        var remarks = rule.rest(
            attributes: ["id", "active", "init", "description"],
            elements: ["condition", "actionlist"]
        )
        if let start = rule.attribute("init"), !["", "false"].contains(start) {
            remarks.append(LinknxRemark(line: rule.line, text: "init=\"\(start)\""))
        }
        for more in rule.elements where more.name == "condition" && more != node {
            remarks.append(LinknxRemark(line: more.line, text: "a second <condition>"))
        }
        remarks += condition.remarks
        let lists = rule.elements.filter { $0.name == "actionlist" }
        func actions(_ types: [String]) -> LinknxActions {
            LinknxActions(lists.filter { types.contains($0.attribute("type") ?? "") }, targets: targets)
        }
        var begin = actions(["on-true", ""])
        let end = actions(["on-false"])
        for list in lists where !["on-true", "", "on-false"].contains(list.attribute("type") ?? "") {
            remarks.append(
                LinknxRemark(line: list.line, text: "the actions of type \(list.attribute("type") ?? "")")
            )
        }
        let endLine = lists.first { $0.attribute("type") == "on-false" }?.line ?? rule.line
        var endHeader: [String]?
        if !end.isEmpty {
            if let during = condition.during {
                begin.append(end, after: during)
            } else if condition.endings.isEmpty || !condition.conditions.isEmpty {
                remarks.append(LinknxRemark(line: endLine, text: "the actions for the end of its condition"))
            } else {
                endHeader = condition.endings
            }
        }
        for remark in remarks { list(id, remark.line, remark.text) }
        for case .remark(let remark) in begin.steps { list(id, remark.line, remark.text) }
        if condition.during == nil || end.isEmpty {
            for case .remark(let remark) in end.steps { list(id, remark.line, remark.text) }
        }
        let name = names.reserve(HouseName.clean(id).isEmpty ? "rule" : HouseName.clean(id))
        let description = LinknxText.line(rule.attribute("description") ?? "")
        let draft = Draft(
            key: Key(rule: id, isEnd: false),
            line: rule.line,
            name: name,
            comments: (description.isEmpty ? [] : ["# \(description)"]) + remarks.map(\.comment),
            header: condition.triggers + condition.conditions,
            steps: begin.steps,
            includesEnd: condition.during != nil && !end.isEmpty
        )
        if !begin.isEmpty { drafts.append(draft) }
        if let endHeader {
            var ending = draft
            ending.key.isEnd = true
            ending.name = names.reserve("\(name) (off)")
            ending.header = endHeader
            ending.steps = end.steps
            drafts.append(ending)
        }
        if begin.isEmpty, endHeader == nil { list(id, rule.line, "none of its actions can be converted") }
    }

    // MARK: References

    /// Removes scenes that would not load, and references to scenes that there are not.
    private mutating func resolve() {
        updatePlaces()
        var invalid: Set<Key> = []
        for draft in drafts {
            guard let mistake = ScriptParser.parse(text(of: draft)).mistakes.first else { continue }
            list(draft.key.rule, draft.line, "the scene would be invalid: \(mistake.fault.message)")
            invalid.insert(draft.key)
        }
        remove(invalid)
        var isStable = false
        while !isStable {
            isStable = true
            for index in drafts.indices {
                for step in drafts[index].steps.indices {
                    guard let remark = remark(on: drafts[index].steps[step], of: index) else { continue }
                    drafts[index].steps[step] = .remark(remark)
                    list(drafts[index].key.rule, remark.line, remark.text)
                    isStable = false
                }
            }
            let empty = drafts.filter { !$0.steps.contains(where: Self.isMoreThanWaiting) }
            for draft in empty { list(draft.key.rule, draft.line, "none of its actions can be converted") }
            if !empty.isEmpty { isStable = false }
            remove(Set(empty.map(\.key)))
        }
    }

    private mutating func remove(_ keys: Set<Key>) {
        guard !keys.isEmpty else { return }
        drafts.removeAll { keys.contains($0.key) }
        updatePlaces()
    }

    private mutating func updatePlaces() {
        places = Dictionary(uniqueKeysWithValues: drafts.indices.map { (drafts[$0].key, $0) })
    }

    private static func isMoreThanWaiting(_ step: LinknxActions.Step) -> Bool {
        if case .line(let line) = step { return !line.hasPrefix("wait ") }
        return step.isAction
    }

    private func scene(_ rule: String, isEnd: Bool) -> Draft? {
        places[Key(rule: rule, isEnd: isEnd)].map { drafts[$0] }
    }

    /// Why a step can't refer to its scene; nil if it can.
    private func remark(on step: LinknxActions.Step, of index: Int) -> LinknxRemark? {
        let own = drafts[index].key
        switch step {
        case .line, .remark: return nil
        case .start(let rule, let isEnd, let line):
            func remark(_ text: String) -> LinknxRemark { LinknxRemark(line: line, text: "start-actionlist: \(text)") }
            let key = Key(rule: rule, isEnd: isEnd)
            if key == own { return remark("a scene can't do this with itself") }
            guard let other = scene(rule, isEnd: isEnd) else {
                let text = "the rule \(rule) has no scene" + (isEnd ? " for the end of its condition" : "")
                return remark(text)
            }
            if other.includesEnd {
                return remark("the scene of the rule \(rule) includes the actions for the end of its condition")
            }
            // Of the scenes that start each other, the later ones don't.
            let isLater = places[key].map { $0 < index } ?? false
            guard isLater, starts(key, own) else { return nil }
            return remark("the rule \(rule) starts this one")
        case .cancel(let rule, let line):
            func remark(_ text: String) -> LinknxRemark { LinknxRemark(line: line, text: "cancel: \(text)") }
            if rule == own.rule { return remark("a scene can't do this with itself") }
            if scene(rule, isEnd: false) != nil || scene(rule, isEnd: true) != nil { return nil }
            return remark("the rule \(rule) has no scene")
        }
    }

    /// Whether a scene starts another, directly or through others.
    private func starts(_ first: Key, _ other: Key) -> Bool {
        var seen: Set<Key> = []
        var open = [first]
        while let key = open.popLast() {
            guard seen.insert(key).inserted, let draft = scene(key.rule, isEnd: key.isEnd) else { continue }
            for case .start(let rule, let isEnd, _) in draft.steps {
                let next = Key(rule: rule, isEnd: isEnd)
                if next == other { return true }
                open.append(next)
            }
        }
        return false
    }

    // MARK: Text

    private func text(of draft: Draft) -> String {
        var lines = ["# The rule \(LinknxText.line(draft.key.rule)) of linknx.", "name \(Words.quoted(draft.name))"]
        lines += draft.comments + draft.header + [""]
        for step in draft.steps {
            switch step {
            case .line(let line): lines.append(line)
            case .remark(let remark): lines.append(remark.comment)
            case .start(let rule, let isEnd, _):
                lines.append("scene \(Words.quoted(scene(rule, isEnd: isEnd)?.name ?? rule))")
            case .cancel(let rule, _):
                for case let other? in [scene(rule, isEnd: false), scene(rule, isEnd: true)] {
                    lines.append("stop scene \(Words.quoted(other.name))")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
