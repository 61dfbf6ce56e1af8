/// The thing that a request names.
public enum Named: Equatable, Sendable {
    case nothing
    case element(String)
    /// A house, a sector or an element.
    case place(String)
    /// A loaded scene.
    case scene(String)
    /// A running scene, which may be an ad-hoc scene.
    case run(String)
    case sceneOrPlace(String)
    /// A name for something new.
    case new(String)

    public var name: String? {
        switch self {
        case .nothing: nil
        case .element(let name), .place(let name), .scene(let name), .run(let name), .sceneOrPlace(let name),
            .new(let name):
            name
        }
    }
}
