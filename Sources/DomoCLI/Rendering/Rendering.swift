import DomoLanguage
import DomoModel
import Glibc

/// How answers look: the one place that knows tables, trees, colour and JSON.
struct Rendering {
    enum Stream {
        case output, error
    }

    let style: Style
    /// What ages are counted from.
    let now: Timestamp
    /// How many columns there are, for what must fit into them; nil where nothing must, as in a file.
    let width: Int?
    /// How far the terminal's clock is from UTC at a time: `+01:00`.
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

    /// How wide a chart is, and what stands around it.
    var chartWidth: Int { width ?? TerminalWidth.usual }

    /// Cut only where there is a width that it must fit into.
    func cut(_ text: String, to columns: Int) -> String {
        width == nil ? text : DisplayText.cut(text, to: columns)
    }

    /// How many columns there are beside those, and at least as many as make sense.
    func room(beside columns: Int, least: Int = 12) -> Int {
        width.map { max($0 - columns, least) } ?? .max
    }

    /// An answer for people, whole lines.
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
    /// Said of an order that the daemon will have forgotten after a restart.
    static let notStored = "this is not stored: the daemon's database fails; see domo status"

    /// `domo: warning: message`
    func warning(_ message: String) -> String {
        style.doubtful("domo: warning:") + " " + indented(message, first: "") + "\n"
    }

    /// `domo: message`, and the hint indented below.
    /// - Parameter line: the line of the input that is at fault, counted from 1.
    func fault(_ fault: Fault, line: Int? = nil) -> String {
        let place = line.map { "line \($0): " } ?? ""
        return style.bad("domo:") + " " + place + indented(fault.message, first: "") + "\n"
            + (fault.hint.map { indented($0, first: "  ") + "\n" } ?? "")
            + (fault.stored == false ? "  " + style.doubtful(Self.notStored) + "\n" : "")
    }

    /// Lines after the first are indented, since a message may carry a list of diagnostics.
    private func indented(_ text: String, first: String) -> String {
        first
            + text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe($0) }
            .joined(separator: "\n  ")
    }
}
