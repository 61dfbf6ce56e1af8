/// What a request names.
public enum Named: Equatable, Sendable {
    case nothing
    case element(String)
    /// A house, a sector or an element.
    case place(String)
    /// A scene that is loaded.
    case scene(String)
    /// A scene that runs, ad-hoc ones too.
    case run(String)
    case sceneOrPlace(String)
    /// A name that the request gives to something.
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
