import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// The data for a bug report in one file, without secrets.
struct BugReport {
    /// A larger configuration is truncated.
    private static let maxBytes = 256 << 10
    private static let configuration = "/etc/domo/domod.yaml"
    private static let moreConfigurations = "/etc/domo/domod.d"

    private let examination: Examination
    private let options: ClientOptions

    init(_ examination: Examination, _ options: ClientOptions) {
        (self.examination, self.options) = (examination, options)
    }

    func write(to path: String) throws(Fault) {
        let file = try NewFile(path: path, replacesOld: false)
        let text = Array(self.text.utf8)
        let result = text.withUnsafeBytes { bytes in Result { () throws(Fault) in try file.write(bytes) } }
        try result.get()
        try file.finish()
    }

    private var text: String {
        var text = """
            domo bug report of \(LocalTime.now.rfc3339)
            Passwords, tokens and other values that may be secret are masked; names of rooms and devices are not.

            """
        text += section("findings", masked(Rendering(style: .plain, width: nil).findings(examination.findings)))
        text += section("machine", machine)
        text += section("daemon", examination.answer.map { masked(Rendering.json($0)) } ?? "no answer\n")
        for request in [Request.orders(path: nil, last: 50), .scenes] {
            text += section(request.line, answer(to: request))
        }
        for path in Self.configurations { text += section(path, configuration(path)) }
        text += section("log", masked(Journal.lastLines(200)))
        return text
    }

    private static var configurations: [String] {
        let names = (FileStatus.names(in: moreConfigurations) ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
        return [configuration] + names.map { "\(moreConfigurations)/\($0)" }
    }

    private func section(_ name: String, _ content: String) -> String { "\n== \(name) ==\n\(content)" }

    private func masked(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { MaskedText.line(String($0)) }
            .joined(separator: "\n")
    }

    private var machine: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown\n" }
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let system = Self.read("/etc/os-release").flatMap { release in
            release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        }
        return """
            domo \(domoBuild)
            \(text(name.sysname)) \(text(name.release)) \(text(name.machine))
            \(system ?? "")

            """
    }

    private func answer(to request: Request) -> String {
        do throws(Fault) {
            return masked(Rendering.json(try options.connect().ask(request).content()))
        } catch {
            return "\(error.message)\n"
        }
    }

    private func configuration(_ path: String) -> String {
        guard let text = Self.read(path) else { return "\(String(cString: strerror(errno)))\n" }
        return MaskedText.configuration(text) + "\n"
    }

    /// - Returns: nil if it can't be read; `errno` has the reason.
    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
