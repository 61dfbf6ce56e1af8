import DomoControl
import DomoLanguage
import Glibc

struct RecordVerb: VerbCommand {
    static let discussion = """
        Start, give orders as usual, and stop: the orders in between, and changes at wall switches if the house \
        reports its state, become a scene, with the pauses. Without --to, domod saves it beside the other scenes \
        and loads it at once; if it can't write there, the scene is written to the current folder. - as FILE is \
        standard output. No file is ever replaced. With --json the reply is printed, and no file except FILE is \
        written.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard case .record(.stop)? = invocation.line?.request else {
            guard let line = invocation.line else { return .done }
            return try invocation.conversation.run(line)
        }
        // Don't end the recording if the file can't be written.
        let to = invocation.value("--to")
        if let to, to != "-" { try RecordedScene.checkCanWrite(to) }
        let answer = try invocation.client.connect().ask(.record(.stop)).content()
        try Self(to: to, client: invocation.client).end(answer, ReplyLine.decode(Recording.self, from: answer))
        return .done
    }

    /// The value of `--to`.
    private let to: String?
    private let client: ClientOptions

    private func end(_ answer: ArraySlice<UInt8>, _ recording: Recording) throws(Fault) {
        let rendering = Rendering(for: .output)
        if client.json { StandardStreams.write(Rendering.json(answer)) }
        guard let text = recording.text, recording.orders > 0 else {
            if !client.json { StandardStreams.write(rendering.recording(recording, step: .stop)) }
            return
        }
        guard to != nil || !client.json else { return }
        if to == "-" {
            if !client.json { StandardStreams.write(Self.shown(text)) }
            return
        }
        if to == nil, let saved = try saved(text, as: recording.name) {
            StandardStreams.write(rendering.recorded(recording, saved: saved))
            return
        }
        let path = to ?? RecordedScene.path(name: recording.name, folder: recording.folder)
        do throws(Fault) {
            try RecordedScene.write(text, to: path)
        } catch {
            // The daemon no longer has the recording.
            if !client.json { StandardStreams.write(Self.shown(text)) }
            throw Fault(
                error.code,
                error.message,
                hint: "the scene is printed instead; next time use \"domo record stop --to FILE\""
            )
        }
        if !client.json { StandardStreams.write(rendering.recorded(recording, path: path)) }
    }

    /// Lets the daemon save the scene and load it.
    ///
    /// - Returns: nil if the daemon can't write it, so that domo must.
    private func saved(_ text: String, as name: String) throws(Fault) -> SceneText? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let save = Request.script(.save(name: name, lines: lines, tag: nil))
        // The scene may be longer than a line of the control socket.
        guard save.line.utf8.count < ControlConnection.maxLineLength else { return nil }
        do throws(Fault) {
            return try ReplyLine.decode(SceneText.self, from: client.connect().ask(save).content())
        } catch {
            guard error.code != .badConfiguration, error.code != .badRequest else { return nil }
            StandardStreams.write(Self.shown(text))
            throw Fault(
                error.code,
                error.message,
                hint: "the scene is printed instead; next time use another name, or \"domo record stop --to FILE\""
            )
        }
    }

    /// Replaces control characters for a terminal.
    private static func shown(_ text: String) -> String {
        guard isatty(STDOUT_FILENO) == 1 else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe($0) }
            .joined(separator: "\n")
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        guard case .record(let step) = answer.request else { return Rendering.json(answer.bytes) }
        return rendering.recording(try answer.decode(), step: step)
    }
}

extension VerbCommands {
    static var record: any VerbCommand.Type { RecordVerb.self }
}
