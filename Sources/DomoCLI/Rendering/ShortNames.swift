/// Shortens the paths in a list to unambiguous names.
struct ShortNames {
    /// The number of different paths that end in these components.
    private var counts: [Substring: Int] = [:]

    init(_ paths: some Sequence<String>) {
        for path in Set(paths) {
            for suffix in Self.suffixes(path) { counts[suffix, default: 0] += 1 }
        }
    }

    /// The shortest suffix of whole components that no other path has, or else the path.
    func name(_ path: String) -> String {
        String(Self.suffixes(path).first { counts[$0] == 1 } ?? path[...])
    }

    /// From the last component to the whole path.
    private static func suffixes(_ path: String) -> [Substring] {
        path.indices.filter { path[$0] == "/" }.reversed().map { path[path.index(after: $0)...] } + [path[...]]
    }
}
