import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc
import Logging

/// The file of the tokens. They are not in the database: restoring a backup of it must not revive a revoked token.
///
/// The first line is the version and the identity of the next token. Each further line consists of words of the command
/// language: the identity, the creator, whether it may create tokens, the digest, the role, when and by whom the token
/// was created, when it expires and was last used, from where, its name, and its places. `-` means none; a token for all
/// places has no word after its name. Files without a version lack the first three words of each line.
///
/// The second line has the identities of the tokens with the role `act` that may give orders for doors. Earlier builds
/// ignore it, with a warning; in a file of theirs, which has none, all of them may.
struct TokenFile: Sendable {
    /// Of the whole file: more than all tokens that there may be, each with the longest line.
    static let maxBytes = 32 * 1024 * 1024
    /// The maximum length of a line. No token is made whose line would be longer.
    static let maxLine = 24 * 1024

    private let file: StateFile

    init(folder: String) { file = StateFile("\(folder)/\(StateFolder.tokens)", maxBytes: Self.maxBytes) }

    var path: String { file.path }

    /// Whether tokens can't be changed, since the file could not be read.
    var isLocked: Bool { file.isLocked }

    private static let header = "domo-tokens 2 next "

    /// Reads the file. Blocks.
    ///
    /// - Parameters:
    ///   - isFirstRun: whether the daemon never ran with this state folder. Otherwise a missing file had tokens once, whose
    ///     identities are not given again.
    ///   - warn: called for each line that can't be read; its token is no longer accepted.
    ///   - upgraded: called if an earlier build has written the file, with the names of the tokens of the role `act`, which
    ///     may give orders for doors as before.
    func read(
        isFirstRun: Bool = true,
        warn: (String) -> Void,
        upgraded: ([String]) -> Void = { _ in }
    ) -> TokenTable {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            guard let stored = try file.read() else {
                return isFirstRun ? TokenTable() : TokenTable(nextID: UnusedNumber.now())
            }
            bytes = stored
        } catch {
            warn(
                "\(path): can't be read: \(error.message); no token is accepted and none can be made; repair the file, or move "
                    + "it away to begin without tokens, then restart domod"
            )
            return TokenTable(nextID: UnusedNumber.now())
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var tokens: [TokenTable.Token] = []
        var next: UInt64?
        var isDamaged = text.isEmpty
        var hasVersion = false
        var doors: DoorsLine?
        for (number, line) in text.split(separator: "\n").enumerated() {
            if number == 0, line.hasPrefix(Self.header) {
                hasVersion = true
                next = UInt64(line.dropFirst(Self.header.count))
                isDamaged = next == nil
            } else if hasVersion, number == 1, let line = DoorsLine(line) {
                doors = line
            } else if let token = hasVersion
                ? TokenTable.Token(line: line) : TokenTable.Token(old: line, id: UInt64(number) + 1)
            {
                tokens.append(token)
            } else {
                warn("\(path):\(number + 1): can't be read; its token is not accepted")
                isDamaged = true
            }
        }
        if isDamaged { keep(bytes, warn) }
        if let doors {
            for number in tokens.indices {
                tokens[number].rule.grant = tokens[number].rule.grant.with(doors: doors.holds(tokens[number].id))
            }
        } else {
            let names = tokens.filter { $0.rule.grant.role == .act }.map(\.name).sorted()
            if !names.isEmpty { upgraded(names) }
        }
        // Of a file without a version, the lines have the identities.
        return TokenTable(tokens, nextID: next ?? (isDamaged ? UnusedNumber.now() : 1))
    }

    private func keep(_ bytes: [UInt8], _ warn: (String) -> Void) {
        do throws(FileBytes.Fault) {
            warn("\(path): damaged; a copy of it is \(try file.keepCopy(of: bytes))")
        } catch {
            warn("\(path): damaged, and can't be copied: \(error.message); tokens can't be changed")
        }
    }

    /// Reads the file at the start of the daemon. After an upgrade from a build without the right to orders for doors, it
    /// reports once which tokens have it. Blocks.
    func readNow(_ log: Logger, isFirstRun: Bool) -> TokenTable {
        var names: [String] = []
        let table = read(isFirstRun: isFirstRun) {
            log.error("\($0)")
        } upgraded: {
            names = $0
        }
        guard !names.isEmpty else { return table }
        do throws(FileBytes.Fault) {
            // The next start reports nothing.
            try write(table)
        } catch {
            log.error("tokens can't be stored: \(path): \(error.message)")
        }
        let list = names.map(Words.quoted).joined(separator: ", ")
        let right = "these tokens may give orders for locks, gates, garages and doors, as before this version"
        let remedy = "new ones may only if made with --doors; to take it away, use \"domo token doors NAME off\""
        log.warning("\(right): \(list); \(remedy)")
        return table
    }

    /// Requires a line that is not too long, with the address of its use to come.
    static func requireRoom(for token: TokenTable.Token) throws(Fault) {
        let length = token.line.utf8.count + 2 * StoredText.maxAddress
        guard length <= maxLine else {
            throw Fault(
                .badRequest,
                "the token would take \(length) bytes; at most \(maxLine) are kept",
                hint: "name a house or a sector instead of each of its elements"
            )
        }
    }

    /// Writes the whole file. Blocks.
    func write(_ table: TokenTable) throws(FileBytes.Fault) {
        let tokens = table.all
        let doors = DoorsLine(tokens.filter { $0.rule.grant.role == .act && $0.rule.grant.opensDoors }.map(\.id))
        let text = "\(Self.header)\(table.nextID)\n\(doors.text)\n" + tokens.map { $0.line + "\n" }.joined()
        try file.replace(with: Array(text.utf8))
    }
}

extension AccessRules.Creator {
    /// `unknown`, `token:12`, or `user:1000:27,1000:ana`: the id, the groups and the name of a user.
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .token(let id): "token:\(id)"
        case .user(let user): "user:\(user.id):\(user.groups.map(String.init).joined(separator: ",")):\(user.name)"
        }
    }

    init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("unknown", 1): self = .unknown
        case ("token", 2):
            guard let id = UInt64(parts[1]) else { return nil }
            self = .token(id)
        case ("user", 4):
            let groups = parts[2].split(separator: ",").map { UInt32($0) }
            guard let id = UInt32(parts[1]), !groups.contains(nil) else { return nil }
            self = .user(.init(id: id, name: String(parts[3]), groups: groups.compactMap(\.self)))
        default: return nil
        }
    }
}

extension TokenTable.Token {
    /// As in the file.
    var line: String {
        let fixed = [
            String(id), Words.quoted(rule.creator.word), rule.mayCreateTokens ? "yes" : "no", digest.hexadecimal,
            rule.grant.role.word, created.rfc3339, Words.quoted(by), expires?.rfc3339 ?? "-",
            lastUsed?.rfc3339 ?? "-", from.map(Words.quoted) ?? "-", Words.quoted(name),
        ]
        // An empty list of places is not the same as all places.
        let places = rule.grant.places.map { $0.isEmpty ? ["\"\""] : $0.map(Words.quoted) } ?? []
        return (fixed + places).joined(separator: " ")
    }

    fileprivate init?(line: some StringProtocol) {
        guard let words = Self.words(of: line), words.count >= 3, let id = UInt64(words[0]), id < .max,
            let creator = AccessRules.Creator(word: words[1]), ["yes", "no"].contains(words[2])
        else { return nil }
        self.init(id: id, creator: creator, mayCreateTokens: words[2] == "yes", words[3...])
    }

    /// A line of a file without a version.
    fileprivate init?(old line: some StringProtocol, id: UInt64) {
        guard let words = Self.words(of: line) else { return nil }
        self.init(id: id, creator: .unknown, mayCreateTokens: false, words[...])
    }

    private static func words(of line: some StringProtocol) -> [String]? {
        do {
            return try Words.split(line).map(\.text)
        } catch {
            return nil
        }
    }

    private init?(id: UInt64, creator: AccessRules.Creator, mayCreateTokens: Bool, _ slice: ArraySlice<String>) {
        let words = Array(slice)
        guard words.count >= 8, let digest = TokenDigest(hexadecimal: words[0]), let role = Role(word: words[1]),
            let created = Timestamp(rfc3339: words[2])
        else { return nil }
        func time(_ word: String) -> Timestamp?? { word == "-" ? .some(nil) : Timestamp(rfc3339: word) }
        guard let expires = time(words[4]), let lastUsed = time(words[5]) else { return nil }
        let places = words.dropFirst(8)
        let grant = AccessRules.Grant(role: role, places: places.isEmpty ? nil : places.filter { !$0.isEmpty })
        self.init(
            id: id,
            name: words[7],
            digest: digest,
            rule: AccessRules.Token(grant: grant, creator: creator, mayCreateTokens: mayCreateTokens),
            created: created,
            by: words[3],
            expires: expires,
            lastUsed: lastUsed,
            from: words[6] == "-" ? nil : words[6]
        )
    }
}
