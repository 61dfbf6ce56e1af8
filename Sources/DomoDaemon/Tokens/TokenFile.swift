import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The file of the tokens. They are not in the database: restoring a backup of it must not revive a revoked token.
///
/// Each line consists of words of the command language: the digest, the role, when and by whom the token was created,
/// when it expires and was last used, from where, its name, and its places. `-` means none; a token for all places has
/// no word after its name.
struct TokenFile: Sendable {
    static let maxBytes = 4 * 1024 * 1024

    let path: String

    init(folder: String) { path = "\(folder)/tokens" }

    /// Reads the file. Blocks.
    ///
    /// - Parameter warn: called for each line that can't be read; its token is no longer accepted.
    func read(warn: (String) -> Void) -> [TokenTable.Token] {
        let text: String
        do throws(FileBytes.Fault) {
            text = String(decoding: try FileBytes.read(path, maxBytes: Self.maxBytes), as: UTF8.self)
        } catch {
            if error.code != ENOENT { warn("\(path): can't be read, no token is accepted: \(error.message)") }
            return []
        }
        var tokens: [TokenTable.Token] = []
        for (number, line) in text.split(separator: "\n").enumerated() {
            if let token = TokenTable.Token(line: line) {
                tokens.append(token)
            } else {
                warn("\(path):\(number + 1): can't be read; its token is not accepted")
            }
        }
        return tokens
    }

    /// Writes the whole file. Blocks.
    func write(_ tokens: [TokenTable.Token]) throws(FileBytes.Fault) {
        let text = tokens.map { $0.line + "\n" }.joined()
        try FileBytes.replace(path, with: Array(text.utf8))
        guard chmod(path, 0o600) == 0 else { throw .last() }
    }
}

extension TokenTable.Token {
    fileprivate var line: String {
        let fixed = [
            digest.hexadecimal, grant.role.word, created.rfc3339, Words.quoted(by), expires?.rfc3339 ?? "-",
            lastUsed?.rfc3339 ?? "-", from.map(Words.quoted) ?? "-", Words.quoted(name),
        ]
        // An empty list of places is not the same as all places.
        let places = grant.places.map { $0.isEmpty ? ["\"\""] : $0.map(Words.quoted) } ?? []
        return (fixed + places).joined(separator: " ")
    }

    fileprivate init?(line: some StringProtocol) {
        let words: [Words.Word]
        do {
            words = try Words.split(line)
        } catch {
            return nil
        }
        guard words.count >= 8, let digest = TokenDigest(hexadecimal: words[0].text),
            let role = Role(word: words[1].text), let created = Timestamp(rfc3339: words[2].text)
        else { return nil }
        func time(_ word: Words.Word) -> Timestamp?? { word.text == "-" ? .some(nil) : Timestamp(rfc3339: word.text) }
        guard let expires = time(words[4]), let lastUsed = time(words[5]) else { return nil }
        let places = words.dropFirst(8).map(\.text)
        self.init(
            name: words[7].text,
            digest: digest,
            grant: AccessRules.Grant(role: role, places: places.isEmpty ? nil : places.filter { !$0.isEmpty }),
            created: created,
            by: words[3].text,
            expires: expires,
            lastUsed: lastUsed,
            from: words[6].text == "-" ? nil : words[6].text
        )
    }
}
