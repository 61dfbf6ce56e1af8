import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The files of the hooks. Like tokens, they are not in the database: a backup of it must not revive a revoked hook.
///
/// `hooks`: the first line is the version and the identity of the next hook, the second has the hooks whose scenes may
/// give orders for doors, as in the file of the tokens; each further line has words of the command language: the identity, the creator, the proof, the digest of the secret, when and by whom it was created, its name,
/// its role, what it does, and its places. `hook-secrets` has the identity and the secret of each signed hook, in base64;
/// `hook-deliveries` the identity of a hook and the digests of the deliveries that it does not carry out again. `-` means
/// none.
struct HookFiles: Sendable {
    static let maxBytes = 16 * 1024 * 1024
    private static let header = "domo-hooks 1 next "

    private let folder: String

    init(folder: String) { self.folder = folder }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Reads the files. Blocks.
    ///
    /// - Parameter warn: called for each line that can't be read; its hook accepts nothing.
    func read(warn: (String) -> Void) -> HookTable {
        var secrets: [UInt64: [UInt8]] = [:]
        for line in lines(StateFolder.hookSecrets, warn) {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = UInt64(words[0]), let bytes = Base64.bytes(of: String(words[1])) else {
                warn("\(path(StateFolder.hookSecrets)): a line can't be read; its hook accepts nothing")
                continue
            }
            secrets[id] = bytes
        }
        var deliveries: [UInt64: [TokenDigest]] = [:]
        for line in lines(StateFolder.hookDeliveries, warn) {
            let words = line.split(separator: " ")
            guard let id = words.first.flatMap({ UInt64($0) }) else { continue }
            deliveries[id] = words.dropFirst().compactMap { TokenDigest(hexadecimal: $0) }
        }
        var hooks: [HookTable.Hook] = []
        var next: UInt64 = 1
        var doors: DoorsLine?
        for (number, line) in lines(StateFolder.hooks, warn).enumerated() {
            if number == 0, line.hasPrefix(Self.header) {
                next = UInt64(line.dropFirst(Self.header.count)) ?? 1
            } else if number == 1, let line = DoorsLine(line) {
                doors = line
            } else if let hook = HookTable.Hook(line: line, secrets: secrets) {
                hooks.append(hook)
            } else {
                warn("\(path(StateFolder.hooks)):\(number + 1): can't be read; its hook accepts nothing")
            }
        }
        if let doors {
            for number in hooks.indices {
                let grant = hooks[number].rule.rule.grant
                hooks[number].rule.rule.grant = grant.with(doors: doors.holds(hooks[number].id))
            }
        }
        return HookTable(hooks, nextID: next, deliveries: deliveries)
    }

    private func lines(_ name: String, _ warn: (String) -> Void) -> [Substring] {
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.read(path(name), maxBytes: Self.maxBytes)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        } catch {
            if error.code != ENOENT { warn("\(path(name)): can't be read: \(error.message)") }
            return []
        }
    }

    /// Writes hooks and secrets. Blocks.
    func write(_ table: HookTable) throws(FileBytes.Fault) {
        let secrets = table.all.compactMap { hook in
            if case .signing(let key?) = hook.key { "\(hook.id) \(Base64.text(of: key))\n" } else { nil }
        }
        // A hook without its secret accepts nothing; a secret without its hook does no harm.
        try replace(StateFolder.hookSecrets, secrets.joined())
        let hooks = table.all
        let doors = DoorsLine(hooks.filter { $0.rule.rule.grant.opensDoors }.map(\.id))
        let lines = ["\(Self.header)\(table.nextID)", doors.text] + hooks.map(\.line)
        try replace(StateFolder.hooks, lines.map { $0 + "\n" }.joined())
    }

    /// Writes the deliveries to signed hooks. Blocks.
    func writeDeliveries(_ deliveries: [UInt64: [TokenDigest]]) throws(FileBytes.Fault) {
        let lines = deliveries.sorted { $0.key < $1.key }.map { id, digests in
            ([String(id)] + digests.map(\.hexadecimal)).joined(separator: " ") + "\n"
        }
        try replace(StateFolder.hookDeliveries, lines.joined())
    }

    private func replace(_ name: String, _ text: String) throws(FileBytes.Fault) {
        try FileBytes.replace(path(name), with: Array(text.utf8))
        guard chmod(path(name), 0o600) == 0 else { throw .last() }
    }
}

extension HookTable.Hook {
    fileprivate var line: String {
        let digest = if case .secret(let digest, mayBeInURL: _) = key { digest.hexadecimal } else { "-" }
        let action: [String]
        switch rule.action {
        case .scene(let name): action = ["scene", Words.quoted(name)]
        case .report(let report):
            let values = report.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
            action = [
                "report", Words.quoted(report.path), report.type.word, Words.quoted(report.field), Words.quoted(values),
            ]
        }
        let fixed = [
            String(id), Words.quoted(rule.rule.creator.word), key.proof.rawValue, digest, created.rfc3339,
            Words.quoted(by), name, rule.rule.grant.role.word,
        ]
        // An empty list of places is not the same as all places.
        let places = rule.rule.grant.places.map { $0.isEmpty ? ["\"\""] : $0.map(Words.quoted) } ?? []
        return (fixed + action + places).joined(separator: " ")
    }

    fileprivate init?(line: some StringProtocol, secrets: [UInt64: [UInt8]]) {
        let words: [String]
        do {
            words = try Words.split(line).map(\.text)
        } catch {
            return nil
        }
        guard words.count >= 10, let id = UInt64(words[0]), id < .max,
            let creator = AccessRules.Creator(word: words[1]), let proof = NewHook.Proof(rawValue: words[2]),
            let created = Timestamp(rfc3339: words[4]), let role = Role(word: words[7]),
            let (action, rest) = Self.action(words[8...])
        else { return nil }
        let places = rest.isEmpty ? nil : rest.filter { !$0.isEmpty }
        let key: HookKey
        switch (proof, TokenDigest(hexadecimal: words[3])) {
        case (.signature, _): key = .signing(secrets[id])
        case (.header, let digest?): key = .secret(digest, mayBeInURL: false)
        case (.url, let digest?): key = .secret(digest, mayBeInURL: true)
        case (_, nil): return nil
        }
        let rule = AccessRules.Token(grant: AccessRules.Grant(role: role, places: places), creator: creator)
        self.init(
            id: id,
            name: words[6],
            key: key,
            rule: HookRule(rule: rule, action: action),
            created: created,
            by: words[5]
        )
    }

    private static func action(_ words: ArraySlice<String>) -> (HookRule.Action, rest: [String])? {
        let words = Array(words)
        switch words[0] {
        case "scene": return (.scene(words[1]), Array(words.dropFirst(2)))
        case "report" where words.count >= 5:
            guard let type = FacetType(word: words[2]) else { return nil }
            var values: [String: String] = [:]
            for pair in words[4].split(separator: ",") {
                let halves = pair.split(separator: "=")
                guard halves.count == 2 else { return nil }
                values[String(halves[0])] = String(halves[1])
            }
            let report = HookRule.Report(path: words[1], type: type, field: words[3], values: values)
            return (.report(report), Array(words.dropFirst(5)))
        default: return nil
        }
    }
}
