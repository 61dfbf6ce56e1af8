import DomoModel
import DomoSystem
public import DomoYAML

/// The YAML file of a bridge while it is read: one reading reports all mistakes, with their positions.
public protocol BridgeFile {
    /// The program that reads the file, for messages.
    static var program: String { get }

    var yaml: YAMLReader { get set }
    var path: String { get }
    /// Files with secrets.
    var secretFiles: Set<String> { get set }
    /// Whether the file itself has a secret.
    var hasSecret: Bool { get set }
}

// MARK: Reading

extension BridgeFile {
    /// - Throws: why the file has no text.
    public static func text(of path: String) throws(FileMistakes) -> String {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maxBytes: 1024 * 1024)
        } catch {
            throw FileMistakes(text: "\(path): error: can't be read: \(error.message)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileMistakes(text: "\(path): error: the file is not UTF-8; save it as UTF-8")
        }
        return text
    }

    /// One for each file with secrets that every user may read.
    public var secretWarnings: [String] {
        var files = secretFiles
        if hasSecret { files.insert(path) }
        return files.sorted().filter(FileBytes.isForEverybody).map {
            "\($0) holds secrets, but every user of this machine can read it; run \"chmod o-r\" on it"
        }
    }
}

// MARK: Values

extension BridgeFile {
    public mutating func duration(_ node: YAMLNode, _ what: String, in range: ClosedRange<Duration>) -> Duration? {
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

    public mutating func number(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = yaml.wholeNumber(node, what) else { return nil }
        guard range.contains(number) else {
            yaml.fault(node, "\(what) is out of range", "use \(range.lowerBound)–\(range.upperBound)")
            return nil
        }
        return number
    }

    public mutating func yesOrNo(_ node: YAMLNode, _ what: String) -> Bool? {
        switch node.scalar {
        case "yes", "true": return true
        case "no", "false": return false
        default:
            yaml.fault(node, "\(what) is not yes or no", "write \(what): yes")
            return nil
        }
    }

    /// Resolves a path in the file relative to its folder.
    public func whole(_ path: String) -> String { path.hasPrefix("/") ? path : "\(self.path.parentFolder)/\(path)" }

    /// A file that is read when it is needed.
    public mutating func readableFile(_ node: YAMLNode?, _ what: String) -> String? {
        guard let node, let path = yaml.text(node, what).map(whole) else { return nil }
        if let reason = FileStatus.reasonNotToRead(path) {
            yaml.fault(node, "\(path): \(reason)", "use a file that \(Self.program) may read")
        }
        return path
    }

    /// A secret from `KEY-file`, or from `KEY` in the file itself.
    public mutating func secret(_ key: String, in entries: [String: YAMLNode]) -> Secret? {
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
    public mutating func secret(inFile path: String, _ node: YAMLNode) -> Secret? {
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
            yaml.fault(node, "\(path): \(error.message)", "use a file that \(Self.program) may read")
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
