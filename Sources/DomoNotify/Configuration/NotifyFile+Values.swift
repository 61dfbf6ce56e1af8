import DomoModel
import DomoSystem
import DomoYAML
import Glibc

// Values: URLs, durations, files, secrets.

extension NotifyFile {
    mutating func address(_ node: YAMLNode, _ what: String, _ schemes: [WebAddress.Scheme]) -> WebAddress? {
        guard let text = yaml.text(node, what) else { return nil }
        do throws(WebAddress.Fault) {
            return try WebAddress(text, schemes: schemes)
        } catch {
            yaml.fault(node, "\(what): \(error.message)", error.hint)
            return nil
        }
    }

    mutating func duration(_ node: YAMLNode, _ what: String, in range: ClosedRange<Duration>) -> Duration? {
        guard let duration = node.scalar.flatMap({ DurationText.read($0) }) else {
            yaml.fault(node, "\(what) is not a duration", "write 30s, 10min or 1h")
            return nil
        }
        guard range.contains(duration) else {
            let limits = "\(DurationText.write(range.lowerBound))–\(DurationText.write(range.upperBound))"
            yaml.fault(node, "\(what) is out of range", "use \(limits)")
            return nil
        }
        return duration
    }

    mutating func number(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = yaml.wholeNumber(node, what) else { return nil }
        guard range.contains(number) else {
            yaml.fault(node, "\(what) is out of range", "use \(range.lowerBound)–\(range.upperBound)")
            return nil
        }
        return number
    }

    mutating func yesOrNo(_ node: YAMLNode, _ what: String) -> Bool? {
        switch node.scalar {
        case "yes", "true": return true
        case "no", "false": return false
        default:
            yaml.fault(node, "\(what) is not yes or no", "write \(what): yes")
            return nil
        }
    }

    mutating func contact(_ node: YAMLNode) -> String? {
        guard let text = yaml.text(node, "contact") else { return nil }
        if text.hasPrefix("https://") { return address(node, "contact", [.https])?.text }
        guard text.hasPrefix("mailto:"), MailAddress.isValid(text.dropFirst(7)) else {
            yaml.fault(node, "contact is not a mailto: or https: URL", "write contact: mailto:NAME@HOST")
            return nil
        }
        return text
    }

    /// Resolves a path in the file relative to its folder.
    func whole(_ path: String) -> String { path.hasPrefix("/") ? path : "\(self.path.parentFolder)/\(path)" }

    /// A file that is read when it is needed.
    mutating func readableFile(_ node: YAMLNode?, _ what: String) -> String? {
        guard let node, let path = yaml.text(node, what).map(whole) else { return nil }
        if let reason = FileStatus.reasonNotToRead(path) {
            yaml.fault(node, "\(path): \(reason)", "use a file that domo-notify may read")
        }
        return path
    }

    /// A secret from `KEY-file`, or from `KEY` in the file itself.
    mutating func secret(_ key: String, in entries: [String: YAMLNode]) -> Secret? {
        if let node = entries["\(key)-file"] {
            if let inline = entries[key] {
                yaml.fault(inline, "both \(key) and \(key)-file are given", "remove one of them")
            }
            return yaml.text(node, "\(key)-file").flatMap { secret(inFile: whole($0), node) }
        }
        guard let node = entries[key], let text = yaml.text(node, key) else { return nil }
        hasSecret = true
        return checked(text, node, key)
    }

    /// The first line of a file.
    mutating func secret(inFile path: String, _ node: YAMLNode) -> Secret? {
        secretFiles.insert(path)
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.read(path, maxBytes: 64 * 1024)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else {
                yaml.fault(node, "\(path) does not begin with a secret", "write it into its first line")
                return nil
            }
            return checked(text, node, path)
        } catch {
            yaml.fault(node, "\(path): \(error.message)", "use a file that domo-notify may read")
            return nil
        }
    }

    /// - Parameter what: names the secret, which no message shows.
    private mutating func checked(_ text: String, _ node: YAMLNode, _ what: String) -> Secret? {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            yaml.fault(node, "\(what): the secret contains a control character", "write it on one line")
            return nil
        }
        return Secret(text)
    }
}
