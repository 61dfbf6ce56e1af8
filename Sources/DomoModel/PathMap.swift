/// Maps paths to others. A path without an entry follows the nearest place or device above it that has one; without
/// any it stays.
public struct PathMap: Sendable, Equatable {
    public private(set) var entries: [String: String]

    public init(_ entries: [String: String] = [:]) { self.entries = entries }

    /// Each change's old path to its new one.
    public init(_ changes: [PathChange]) {
        entries = Dictionary(changes.map { ($0.old, $0.new) }) { $1 }
    }

    public var isEmpty: Bool { entries.isEmpty }

    public subscript(path: String) -> String {
        guard !entries.isEmpty else { return path }
        return mapped(path, by: key(of: path))
    }

    private func mapped(_ path: String, by key: String?) -> String {
        guard let key, let target = entries[key] else { return path }
        return target + path[path.utf8.index(path.startIndex, offsetBy: key.utf8.count)...]
    }

    /// The path of the entry that a path follows: its own, or the nearest above it.
    func key(of path: String) -> String? { Self.key(of: path) { entries[$0] != nil } }

    /// Whether nothing above a path has an entry.
    public func isAlone(_ path: String) -> Bool { Self.keyAbove(path) { entries[$0] != nil } == nil }

    /// The path itself, or the nearest above it, that is one of these.
    static func key(of path: String, in isOne: (String) -> Bool) -> String? {
        isOne(path) ? path : keyAbove(path, in: isOne)
    }

    private static func keyAbove(_ path: String, in isOne: (String) -> Bool) -> String? {
        var end = path.utf8.endIndex
        while let slash = path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")) {
            let above = String(path[..<slash])
            if isOne(above) { return above }
            end = slash
        }
        return nil
    }

    /// Sets an entry, or removes it if the path is mapped to the same without it.
    mutating func set(_ path: String, _ target: String) {
        let inherited = mapped(path, by: Self.keyAbove(path) { entries[$0] != nil })
        entries[path] = inherited == target ? nil : target
    }

    mutating func remove(_ path: String) { entries[path] = nil }

    /// Whether a path is that of the place, or below it. By bytes, as paths are split.
    public static func holds(_ place: String, _ path: String) -> Bool {
        path.utf8.starts(with: place.utf8)
            && (path.utf8.count == place.utf8.count
                || path.utf8.dropFirst(place.utf8.count).first == UInt8(ascii: "/"))
    }
}

/// An element or a place has another path.
public struct PathChange: Sendable, Hashable {
    /// Full paths.
    public var old: String
    public var new: String
    public var isPlace: Bool

    public init(old: String, new: String, isPlace: Bool = false) {
        (self.old, self.new, self.isPlace) = (old, new, isPlace)
    }
}
