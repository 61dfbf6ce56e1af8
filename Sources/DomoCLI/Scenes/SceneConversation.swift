import DomoLanguage
import Glibc

/// A scene that is started, told of while it runs, and stopped where the user has enough of it.
struct SceneConversation {
    /// How long the daemon may take before a scene is run without its progress.
    private static let patience = Duration.seconds(5)

    /// The socket that the user named.
    var socket: String?
    var json: Bool
    var rendering = Rendering(for: .output)
    var write: (String) -> Void = { StandardStreams.write($0) }

    /// A tag that no other run bears.
    static var newTag: String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// - Parameters:
    ///   - name: of the scene, by which it can be stopped.
    ///   - tag: the one that stands in the request.
    func run(_ request: Request, name: String, tag: String?) throws(Fault) -> ExitStatus {
        let client = try ControlClient(socket: SocketPath.candidates(option: socket))
        let events = json ? nil : Self.watch(client.path)
        return try run(request, name: name, tag: tag, client: client, events: events, interruption: Interruption())
    }

    func run(
        _ request: Request,
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
            let answer = try scene.run(request).content()
            let report = try ReplyLine.decode(SceneReport.self, from: answer)
            let took = ContinuousClock.now - start
            if json {
                write(Rendering.json(answer))
            } else if scene.told.hasBegun {
                write(rendering.end(of: report, told: scene.told, took: took))
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

    /// A connection that carries events; nil where there is none to be had.
    static func watch(_ path: String) -> ControlConnection? {
        do throws(Fault) {
            let client = try ControlClient(socket: [path])
            _ = try client.ask(.watch(Watched()), within: patience).content()
            return client.connection
        } catch {
            // The report tells all at the end.
            return nil
        }
    }
}

extension SceneReport {
    /// That of the first step that failed. What was stopped or did not begin may be tried again later.
    var exitStatus: ExitStatus {
        switch outcome {
        case .stopped, .skipped: .deadlinePassed
        case .done: .done
        case .failed, .lost: steps.lazy.compactMap(\.error?.code.exitStatus).first ?? .unreachable
        }
    }
}
