import DomoControl
import DomoLanguage
import Glibc

/// A scene file that is sent to the daemon with the request to run it.
struct ScriptFile: Equatable {
    /// The maximum size in bytes. With quotes it then fits into a request, unless it has very many short lines.
    static let maxBytes = 60 * 1024

    let name: String
    let lines: [String]
    /// `noche.domo:3:1: error: unknown verb "sett"; did you mean "set"?`
    let mistakes: [String]

    /// - Throws: `no-such-file`, `not-allowed`, or `bad-model` if it is too long.
    init(path: String) throws(Fault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(path) }
        defer { close(descriptor) }
        let base = path.split(separator: "/").last.map(String.init) ?? path
        try self.init(
            path: path,
            defaultName: base.hasSuffix(".domo") && base != ".domo" ? String(base.dropLast(".domo".count)) : base,
            bytes: Self.read(descriptor, path)
        )
    }

    static func standardInput() throws(Fault) -> ScriptFile {
        try ScriptFile(path: "stdin", defaultName: "stdin", bytes: read(STDIN_FILENO, "standard input"))
    }

    /// - Parameter defaultName: the name of the scene if the file has no name line.
    init(path: String, defaultName: String, bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.maxBytes else { throw Self.tooLong(path) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            self.init(name: defaultName, lines: [], mistakes: ["\(path):1:1: error: the file is not UTF-8 text"])
            return
        }
        let (script, mistakes) = ScriptParser.parse(text)
        // Split as in the parser.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) ?? ""
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        self.init(
            name: script.name ?? defaultName,
            lines: lines,
            mistakes: mistakes.map { Script.text(of: $0, in: path) }
        )
    }

    private init(name: String, lines: [String], mistakes: [String]) {
        self.name = name
        self.lines = lines
        self.mistakes = mistakes
    }

    /// - Throws: `bad-model` if it is too long with quotes.
    func request(explain: Bool, tag: String? = nil, path: String) throws(Fault) -> Request {
        let request = Request.run(name: name, lines: lines, explain: explain, tag: tag)
        let line = request.line
        do {
            if line.utf8.count < ControlConnection.maxLineLength, try RequestParser.parse(line) != nil {
                return request
            }
        } catch {
            // The parser limits the number of lines.
        }
        throw Self.tooLong(path)
    }

    private static func tooLong(_ path: String) -> Fault {
        Fault(
            .badModel,
            "\(path) is too long to send to the daemon",
            hint: "use at most 60 KiB, including quotes, and 4,000 lines; a longer scene can be a file "
                + "scenes/NAME.domo beside the house file: domo reload loads it"
        )
    }

    /// Reads at most one byte more than the limit.
    private static func read(_ descriptor: CInt, _ path: String) throws(Fault) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + length, $0.count - length)
            }
            if count == 0 { break }
            if count > 0 { length += count } else if errno != EINTR { throw fault(path) }
        }
        return Array(bytes[..<length])
    }

    private static func fault(_ path: String) -> Fault {
        let error = errno
        return Fault(
            error == EACCES || error == EPERM ? .notAllowed : .noSuchFile,
            "\(path): \(String(cString: strerror(error)))",
            hint: error == EISDIR ? "name a file in this folder" : nil
        )
    }
}
