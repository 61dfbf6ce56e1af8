import DomoLanguage
import DomoModel
import Glibc

/// Formats replies as tables, trees and JSON, with colours.
struct Rendering {
    enum Stream {
        case output, error
    }

    let style: Style
    /// The time from which ages are counted.
    let now: Timestamp
    /// The number of columns to fit into; nil for no limit, as in a file.
    let width: Int?
    /// The UTC offset of the terminal at a time: `+01:00`.
    let terminalOffset: @Sendable (Timestamp) -> String

    init(
        style: Style,
        now: Timestamp = LocalTime.now,
        width: Int? = nil,
        terminalOffset: @escaping @Sendable (Timestamp) -> String = { LocalTime.offset($0) }
    ) {
        self.style = style
        self.now = now
        self.width = width
        self.terminalOffset = terminalOffset
    }

    init(for stream: Stream) {
        let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
        self.init(style: Style(descriptor: descriptor), width: TerminalWidth.columns(descriptor: descriptor))
    }

    /// The width of a chart and the text around it.
    var chartWidth: Int { width ?? TerminalWidth.fallback }

    /// Truncates the text if there is a width to fit into.
    func cut(_ text: String, to columns: Int) -> String {
        width == nil ? text : DisplayText.cut(text, to: columns)
    }

    /// The remaining columns, but at least the minimum.
    func room(beside columns: Int, minimum: Int = 12) -> Int {
        width.map { max($0 - columns, minimum) } ?? .max
    }

    /// Formats a reply for people, in whole lines.
    func text(_ answer: Answer) throws(Fault) -> String {
        try VerbCommands[answer.request.verb].text(answer, self)
    }
}

// MARK: - For programs

extension Rendering {
    /// The daemon's own bytes, one line.
    static func json(_ content: ArraySlice<UInt8>) -> String {
        String(decoding: content, as: UTF8.self) + "\n"
    }

    /// `{"error":{…}}`, one line.
    static func json(_ fault: Fault) -> String {
        var json = JSONWriter()
        json.value(Reply.fault(fault))
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

// MARK: - Faults

extension Rendering {
    /// The remark on an order that the daemon will not know after a restart.
    static let notStored = "not stored: the daemon's database has failed; see domo status"

    /// `domo: warning: message`
    func warning(_ message: String) -> String {
        style.doubtful("domo: warning:") + " " + indented(message, first: "") + "\n"
    }

    /// `domo: message`, and the hint indented below.
    /// - Parameter line: the line of the input, counted from 1.
    func fault(_ fault: Fault, line: Int? = nil) -> String {
        let place = line.map { "line \($0): " } ?? ""
        return style.bad("domo:") + " " + place + indented(fault.message, first: "") + "\n"
            + (fault.hint.map { indented($0, first: "  ") + "\n" } ?? "")
            + (fault.stored == false ? "  " + style.doubtful(Self.notStored) + "\n" : "")
    }

    /// Indents the lines after the first, since a message may have a list of diagnostics.
    private func indented(_ text: String, first: String) -> String {
        first
            + text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe($0) }
            .joined(separator: "\n  ")
    }
}
