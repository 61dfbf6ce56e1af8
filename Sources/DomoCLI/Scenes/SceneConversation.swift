import DomoControl
import DomoLanguage
import Glibc

/// Runs a scene, reports its progress, and stops it when the user interrupts.
struct SceneConversation {
    /// How long to wait for the connection that watches progress.
    private static let patience = Duration.seconds(5)

    /// The value of `--socket`.
    var socket: String?
    var json: Bool
    var rendering = Rendering(for: .output)
    var write: (String) -> Void = { StandardStreams.write($0) }

    /// A tag that no other run has.
    static var newTag: String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// - Parameters:
    ///   - name: the name by which the scene can be stopped.
    ///   - tag: the tag in the request.
    func run(_ line: CheckedLine, name: String, tag: String?) throws(Fault) -> ExitStatus {
        let client = try ControlClient(socket: SocketPath.candidates(option: socket))
        let events = json ? nil : Self.watch(client.path)
        return try run(line, name: name, tag: tag, client: client, events: events, interruption: Interruption())
    }

    func run(
        _ line: CheckedLine,
        name: String,
        tag: String? = nil,
        client: ControlClient,
        events: ControlConnection?,
        interruption: Interruption,
        patience: Duration = RunningScene.patience
    ) throws(Fault) -> ExitStatus {
        let start = ContinuousClock.now
        var scene = RunningScene(
            client: client,
            name: name,
            tag: tag,
            events: events,
            interruption: interruption,
            patience: patience,
            stopping: Self.endLine
        ) { write(rendering.progress($0)) }
        do throws(Fault) {
            let answer = try scene.run(line).content()
            let report = try ReplyLine.decode(SceneReport.self, from: answer)
            let took = ContinuousClock.now - start
            if json {
                write(Rendering.json(answer))
            } else if scene.reported.hasBegun {
                write(rendering.end(of: report, reported: scene.reported, took: took))
            } else {
                write(rendering.scene(report, took: took))
            }
            return scene.signal?.exitStatus ?? report.exitStatus
        } catch {
            guard let signal = scene.signal else { throw error }
            if json {
                write(Rendering.json(error))
            } else {
                StandardStreams.writeError(Rendering(for: .error).fault(error))
            }
            return signal.exitStatus
        }
    }

    /// A terminal shows `^C` where the cursor is.
    private static func endLine() {
        if isatty(STDERR_FILENO) == 1 { StandardStreams.writeError("\n") }
    }

    /// A connection that carries events; nil if there is none.
    static func watch(_ path: String) -> ControlConnection? {
        do throws(Fault) {
            let client = try ControlClient(socket: [path])
            _ = try client.ask(CheckedLine(.watch(Watched())), within: patience).content()
            return client.connection
        } catch {
            // The report at the end has everything.
            return nil
        }
    }
}

extension SceneReport {
    /// That of the first failed step. A stopped or skipped scene may be tried again later.
    var exitStatus: ExitStatus {
        switch outcome {
        case .stopped, .skipped: .deadlinePassed
        case .done: .done
        case .failed, .lost: steps.lazy.compactMap(\.error?.code.exitStatus).first ?? .unreachable
        }
    }
}
