/// What a name in a request means, at the moment of the request.
enum NameMeaning {
    case one(Int)
    /// An element of a house without a server.
    case notConnected(Int)
    case several
    case nothing

    /// Its index in the simulation's elements.
    var element: Int? {
        switch self {
        case .one(let number), .notConnected(let number): number
        case .several, .nothing: nil
        }
    }
}
