/// What identifies houses, sectors and elements when they are renamed or moved: the path that each had first, its
/// *origin*. For nearly everything that is its present path; only the exceptions are kept.
///
/// What was renamed keeps its origin, with all that is below it. The path that it left gets an origin that nothing had
/// before, for whatever is named so later.
public struct Identities: Sendable, Equatable {
    private var origins: PathMap

    /// - Parameter exceptions: the origins of paths that differ from them; what is below follows.
    public init(_ exceptions: [String: String] = [:]) { origins = PathMap(exceptions) }

    public var exceptions: [String: String] { origins.entries }

    /// The path that was the first of what has this path now; or for a path that was left, a text that is no path.
    public func origin(of path: String) -> String { origins[path] }

    /// Whether what had this path was renamed, and nothing that was named so since was renamed.
    public func isLeft(_ path: String) -> Bool {
        var above = path[...]
        while true {
            if let origin = exceptions[String(above)] { return origin.utf8.starts(with: "\(above)#".utf8) }
            guard let slash = above.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
            above = above[..<slash]
        }
    }

    /// Gives what had a path, and all that is below it, to another path. What the new path and the paths below it were
    /// before is forgotten, but for the exceptions.
    ///
    /// - Parameters:
    ///   - others: paths below the new one that were not below the old one: they stay what they are.
    ///   - mark: has never been used before, for the origin of the path that is left.
    public mutating func move(_ old: String, to new: String, except others: [String] = [], mark: String) {
        move([PathChange(old: old, new: new)], except: others) { mark }
    }

    /// - Parameter changes: no old path is above or below another one.
    public mutating func move(_ changes: [PathChange], except others: [String] = [], mark: () -> String) {
        let before = origins
        let (left, taken) = (PathMap(changes), Set(changes.map(\.new)))
        var moved: [(path: String, origin: String)] = []
        for (path, origin) in before.entries {
            if let old = left.key(of: path) {
                origins.remove(path)
                if path != old { moved.append((left[path], origin)) }
            } else if PathMap.key(of: path, in: taken.contains) != nil {
                origins.remove(path)
            }
        }
        // What is above comes first: an entry is compared with what it would be without it.
        let all = changes.map { ($0.new, before[$0.old]) } + moved
        for (path, origin) in all.sorted(by: { $0.0.utf8.count < $1.0.utf8.count }) { origins.set(path, origin) }
        for other in others {
            origins.set(other, before[other])
            for (path, origin) in before.entries where path != other && PathMap.holds(other, path) {
                origins.set(path, origin)
            }
        }
        for change in changes { origins.set(change.old, "\(change.old)#\(mark())") }
    }
}
