import DomoBridge
import DomoLanguage
import DomoModel
import DomoYAML

/// Reads the file of `domo-notify`. One reading reports all mistakes, with their positions.
struct NotifyFile: BridgeFile {
    static let program = "domo-notify"
    /// The maximum number of targets and calls: each may have a transfer of its own.
    static let maxTargets = 64

    private static let keys = [
        "page", "contact", "targets", "groups", "calls", "quiet", "deadline", "one-per-cause", "system",
        "push-services",
    ]

    var yaml = YAMLReader()
    let path: String
    var configuration = NotifyConfiguration()
    var secretFiles: Set<String> = []
    var hasSecret = false

    private init(path: String) { self.path = path }

    /// Blocks: the files with secrets are read too.
    static func read(_ path: String) throws(FileMistakes) -> NotifyConfiguration {
        try read(text(of: path), path: path)
    }

    static func read(_ text: String, path: String) throws(FileMistakes) -> NotifyConfiguration {
        var file = NotifyFile(path: path)
        if let root = file.yaml.document(text) { file.readAll(root) }
        guard file.yaml.faults.isEmpty else { throw FileMistakes(file.yaml.faults, path: path) }
        file.configuration.warnings += file.secretWarnings
        return file.configuration
    }

    private mutating func readAll(_ root: YAMLNode) {
        let entries = yaml.mapping(root, "the configuration", keys: Self.keys)
        if let node = entries["page"] { configuration.page = address(node, "page", [.https, .http]) }
        if let node = entries["contact"] { configuration.contact = contact(node) }
        if let node = entries["push-services"] { readPushServices(node) }
        readTargets(entries["targets"])
        readCalls(entries["calls"])
        readGroups(entries["groups"])
        checkCount(entries["targets"] ?? entries["calls"])
        if let node = entries["quiet"] { readQuiet(node) }
        if let node = entries["deadline"] {
            configuration.deadline = duration(node, "deadline", in: NotifierProfile.deadlines) ?? .zero
        }
        if let node = entries["one-per-cause"] {
            configuration.window = duration(node, "one-per-cause", in: NotifierProfile.windows) ?? .zero
        }
        readSystem(entries["system"])
    }

    private mutating func checkCount(_ node: YAMLNode?) {
        guard let node, configuration.targets.count + configuration.calls.count > Self.maxTargets else { return }
        yaml.fault(node, "there are more than \(Self.maxTargets) targets and calls", "remove those that are not used")
    }

    // MARK: Names

    /// Checks the name of a target, group or call.
    mutating func name(_ name: String, _ node: YAMLNode) -> Bool {
        do throws(DomoLanguage.Fault) {
            try TargetName.check(name)
            return true
        } catch {
            yaml.fault(node, error.message, error.hint ?? "use another name")
            return false
        }
    }

    private mutating func readGroups(_ node: YAMLNode?) {
        for (key, node, keyNode) in yaml.entries(node, "groups") where name(key, keyNode) {
            guard configuration.targets[key] == nil else {
                yaml.fault(keyNode, "\"\(key)\" is already the name of a target", "choose another name")
                continue
            }
            configuration.groups[key] = names(node, "a group", allowsGroups: false)
        }
    }

    /// Reads the names of targets, or of groups of them.
    mutating func names(_ node: YAMLNode, _ what: String, allowsGroups: Bool) -> [String] {
        var names: [String] = []
        let known = configuration.targets.keys.sorted() + (allowsGroups ? configuration.groups.keys.sorted() : [])
        for (name, place) in items(node, what) {
            guard known.contains(name) else {
                let offer =
                    known.isEmpty
                    ? "add it under targets" : YAMLReader.offer(known, near: name, "the targets are")
                yaml.fault(place, "there is no target \"\(name.oneLine)\"", offer)
                continue
            }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// One text or a list of texts, with their positions.
    private mutating func items(_ node: YAMLNode, _ what: String) -> [(String, YAMLNode)] {
        if case .sequence(let sequence) = node.content {
            if sequence.isEmpty { yaml.fault(node, "\(what) is empty", "write [NAME, NAME]") }
            return sequence.compactMap { item in yaml.text(item, "an entry of \(what)").map { ($0, item) } }
        }
        guard let text = node.scalar, !text.isEmpty else {
            yaml.fault(node, "\(what) is not a list of targets", "write [NAME, NAME]")
            return []
        }
        return [(text, node)]
    }

    // MARK: Quiet hours

    private mutating func readQuiet(_ node: YAMLNode) {
        if case .sequence(let sequence) = node.content {
            for node in sequence { readQuietHours(node) }
        } else {
            readQuietHours(node)
        }
    }

    private mutating func readQuietHours(_ node: YAMLNode) {
        let entries = yaml.mapping(node, "quiet", keys: ["from", "to", "targets"])
        let targets = entries["targets"].map { names($0, "targets", allowsGroups: true) } ?? []
        guard let from = time(entries["from"], "from", of: node), let until = time(entries["to"], "to", of: node) else {
            return
        }
        guard from != until else {
            yaml.fault(node, "the quiet hours end when they begin", "write {from: \"23:00\", to: \"07:00\"}")
            return
        }
        let members = targets.flatMap { configuration.groups[$0] ?? [$0] }
        configuration.quiet.append(QuietHours(from: from, until: until, targets: Array(Set(members)).sorted()))
    }

    private mutating func time(_ node: YAMLNode?, _ key: String, of whole: YAMLNode) -> ClockTime? {
        guard let node else {
            yaml.fault(whole, "quiet has no \(key)", "write {from: \"23:00\", to: \"07:00\"}")
            return nil
        }
        guard let time = node.scalar.flatMap({ ClockTime($0) }) else {
            yaml.fault(node, "\(key) is not a time of the day", "write \(key): \"23:00\"")
            return nil
        }
        return time
    }
}
