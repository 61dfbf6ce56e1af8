import ArgumentParser
import DomoLanguage
import Glibc

struct RecordVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .record,
        usage: """
            domo record NAME
            domo record stop [--to FILE]
            """,
        discussion: """
            Start, give orders as usual, and stop: what was ordered in between, and done at wall switches if the house \
            reports its state, becomes a scene, with the pauses. Without --to, domod saves it beside the other scenes \
            and loads it at once; if it can't write there, the scene is written to the current folder. - as FILE is \
            standard output. No file is ever replaced. With --json the answer is printed, and no file is written but FILE.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The scene, or stop.", valueName: "name"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Option(help: ArgumentHelp("Where to put the scene.", valueName: "file"), completion: .file(extensions: ["domo"]))
    var to: String?

    var head: [Words.Word] { [.verb(.record)] }

    func run(literals: Int) throws {
        guard case .record(let step)? = try RequestParser.parse(words(literals: literals)) else { return }
        switch step {
        case .begin:
            guard to == nil else {
                throw Fault(.badRequest, "--to is for the end of a recording", hint: "domo record stop --to FILE")
            }
            _ = try Conversation(socket: client.socket, json: client.json).run(.record(step))
        case .stop:
            // What can't be written must not end the recording.
            if let to, to != "-" { try RecordedScene.checkIsFree(to) }
            let answer = try client.connect().ask(.record(.stop)).content()
            try end(answer, ReplyLine.decode(Recording.self, from: answer))
        }
    }

    private func end(_ answer: ArraySlice<UInt8>, _ recording: Recording) throws {
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
            // The daemon has forgotten it by now.
            if !client.json { StandardStreams.write(Self.shown(text)) }
            throw Fault(
                error.code,
                error.message,
                hint: "the scene is printed instead; next time choose a file: domo record stop --to FILE"
            )
        }
        if !client.json { StandardStreams.write(rendering.recorded(recording, path: path)) }
    }

    /// Lets the daemon save the scene and load it.
    ///
    /// - Returns: nil where the daemon can't write it, so that it is written here.
    private func saved(_ text: String, as name: String) throws -> SceneText? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let save = Request.script(.save(name: name, lines: lines, tag: nil))
        // A line of the control socket is not as long as any scene.
        guard save.line.utf8.count < ControlConnection.maxLineLength else { return nil }
        do throws(Fault) {
            return try ReplyLine.decode(SceneText.self, from: client.connect().ask(save).content())
        } catch {
            guard error.code != .badConfiguration, error.code != .badRequest else { return nil }
            StandardStreams.write(Self.shown(text))
            throw Fault(
                error.code,
                error.message,
                hint: "the scene is printed instead; next time choose another name or a file: domo record stop --to FILE"
            )
        }
    }

    /// On a terminal nothing in it steers that.
    private static func shown(_ text: String) -> String {
        guard isatty(STDOUT_FILENO) == 1 else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe($0) }
            .joined(separator: "\n")
    }

    static let ownOptions: Set = ["--to"]

    static let isOneRequest = false

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        guard case .record(let step) = answer.request else { return Rendering.json(answer.bytes) }
        return rendering.recording(try answer.decode(), step: step)
    }
}

extension VerbCommands {
    static var record: any VerbCommand.Type { RecordVerb.self }
}
