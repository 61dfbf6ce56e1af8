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

    private let hooks: StateFile
    private let secrets: StateFile
    private let deliveries: StateFile

    init(folder: String) {
        hooks = StateFile("\(folder)/\(StateFolder.hooks)", maxBytes: Self.maxBytes)
        secrets = StateFile("\(folder)/\(StateFolder.hookSecrets)", maxBytes: Self.maxBytes)
        deliveries = StateFile("\(folder)/\(StateFolder.hookDeliveries)", maxBytes: Self.maxBytes)
    }

    /// Why no hook can be made; nil if one can.
    var problem: Fault? {
        guard let file = [hooks, secrets, deliveries].first(where: \.isLocked) else { return nil }
        return Fault(
            .badConfiguration,
            "hooks can't be changed: \(file.path) could not be read",
            hint: "repair the file, or move it away to begin without it, then restart domod"
        )
    }

    /// Reads the files. Blocks.
    ///
    /// - Parameters:
    ///   - isFirstRun: whether the daemon never ran with this state folder: see `TokenFile`.
    ///   - warn: called for each line that can't be read; its hook accepts nothing.
    func read(isFirstRun: Bool = true, warn: (String) -> Void) -> HookTable {
        var secrets: [UInt64: [UInt8]] = [:]
        let secretBytes = bytes(self.secrets, warn)
        var isDamaged = false
        for line in Self.lines(secretBytes) {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = UInt64(words[0]), let bytes = Base64.bytes(of: String(words[1])) else {
                warn("\(self.secrets.path): a line can't be read; its hook accepts nothing")
                isDamaged = true
                continue
            }
            secrets[id] = bytes
        }
        if isDamaged { keep(secretBytes ?? [], of: self.secrets, warn) }
        var deliveries: [UInt64: [TokenDigest]] = [:]
        for line in Self.lines(bytes(self.deliveries, warn)) {
            let words = line.split(separator: " ")
            guard let id = words.first.flatMap({ UInt64($0) }) else { continue }
            deliveries[id] = words.dropFirst().compactMap { TokenDigest(hexadecimal: $0) }
        }
        var hooks: [HookTable.Hook] = []
        var next: UInt64?
        var doors: DoorsLine?
        let hookBytes = bytes(self.hooks, warn)
        isDamaged = false
        for (number, line) in Self.lines(hookBytes).enumerated() {
            if number == 0, line.hasPrefix(Self.header) {
                next = UInt64(line.dropFirst(Self.header.count))
            } else if number == 1, let line = DoorsLine(line) {
                doors = line
            } else if let hook = HookTable.Hook(line: line, secrets: secrets) {
                hooks.append(hook)
            } else {
                warn("\(self.hooks.path):\(number + 1): can't be read; its hook accepts nothing")
                isDamaged = true
            }
        }
        if let hookBytes, isDamaged || next == nil { keep(hookBytes, of: self.hooks, warn) }
        let isNew = hookBytes == nil && isFirstRun && !self.hooks.isLocked
        if let doors {
            for number in hooks.indices {
                let grant = hooks[number].rule.rule.grant
                hooks[number].rule.rule.grant = grant.with(doors: doors.holds(hooks[number].id))
            }
        }
        return HookTable(hooks, nextID: next ?? (isNew ? 1 : UnusedNumber.now()), deliveries: deliveries)
    }

    private func bytes(_ file: StateFile, _ warn: (String) -> Void) -> [UInt8]? {
        do throws(FileBytes.Fault) {
            return try file.read()
        } catch {
            warn(
                "\(file.path): can't be read: \(error.message); hooks can't be changed; repair the file, or move it away to "
                    + "begin without it, then restart domod"
            )
            return nil
        }
    }

    private static func lines(_ bytes: [UInt8]?) -> [Substring] {
        String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    }

    private func keep(_ bytes: [UInt8], of file: StateFile, _ warn: (String) -> Void) {
        do throws(FileBytes.Fault) {
            warn("\(file.path): damaged; a copy of it is \(try file.keepCopy(of: bytes))")
        } catch {
            warn("\(file.path): damaged, and can't be copied: \(error.message); hooks can't be changed")
        }
    }

    /// Writes hooks and secrets. Blocks.
    func write(_ table: HookTable) throws(FileBytes.Fault) {
        let secrets = table.all.compactMap { hook in
            if case .signing(let key?) = hook.key { "\(hook.id) \(Base64.text(of: key))\n" } else { nil }
        }
        // A hook without its secret accepts nothing; a secret without its hook does no harm.
        try Self.replace(self.secrets, secrets.joined())
        let hooks = table.all
        let doors = DoorsLine(hooks.filter { $0.rule.rule.grant.opensDoors }.map(\.id))
        let lines = ["\(Self.header)\(table.nextID)", doors.text] + hooks.map(\.line)
        try Self.replace(self.hooks, lines.map { $0 + "\n" }.joined())
    }

    /// Writes the deliveries to signed hooks. Blocks.
    func writeDeliveries(_ deliveries: [UInt64: [TokenDigest]]) throws(FileBytes.Fault) {
        let lines = deliveries.sorted { $0.key < $1.key }.map { id, digests in
            ([String(id)] + digests.map(\.hexadecimal)).joined(separator: " ") + "\n"
        }
        try Self.replace(self.deliveries, lines.joined())
    }

    private static func replace(_ file: StateFile, _ text: String) throws(FileBytes.Fault) {
        do throws(FileBytes.Fault) {
            try file.replace(with: Array(text.utf8))
        } catch {
            throw FileBytes.Fault(message: "\(file.path): \(error.message)", code: error.code)
        }
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
