import DomoLanguage
import DomoModel

/// What the hub wants done, beside what waits in its queue for the broker.
enum HubEffect: Equatable, Sendable {
    case subscribe(String, wantsRetained: Bool)
    case unsubscribe(String)
    /// A request to domod on the main connection.
    case ask(Request, Question)
    /// A request on a connection of its own, because its reply takes long.
    case askAlone(Request, Question)
    case warn(String)
}

/// What a reply of domod answers.
enum Question: Equatable, Sendable {
    case watch, model, listing, scenes
    /// Whether a scene may be announced.
    case announced(scene: String)
    /// Whether a scene may run.
    case explained(CommandID, SceneStart)
    case order(CommandID)
    /// The run of a scene, whose reply comes at its end.
    case scene(CommandID)
    /// The scenes that are running, which are all stopped.
    case stopScenes(CommandID)
    /// The stop of one scene; nil if it is one of several.
    case stopScene(CommandID?)
}

/// How a scene is to be started.
struct SceneStart: Equatable, Sendable {
    var name: String
    var values: [SceneValue]
    /// When it must have started.
    var until: Timestamp

    /// - Parameter tag: nil to ask only what it would do.
    func request(tag: String?) -> Request {
        .scene(name: name, explain: tag == nil, tag: tag, values: values, until: until)
    }
}

/// The number of a command since the bridge was started.
struct CommandID: Hashable, Sendable {
    var number: UInt64
}
