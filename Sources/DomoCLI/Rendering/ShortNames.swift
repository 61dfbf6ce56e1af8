/// Paths by as little of them as tells each from all others in the same list.
struct ShortNames {
    /// How many different paths end in these components.
    private var counts: [Substring: Int] = [:]

    init(_ paths: some Sequence<String>) {
        for path in Set(paths) {
            for suffix in Self.suffixes(path) { counts[suffix, default: 0] += 1 }
        }
    }

    /// The shortest suffix of whole components that no other path has; the path itself where each is another's too.
    func name(_ path: String) -> String {
        String(Self.suffixes(path).first { counts[$0] == 1 } ?? path[...])
    }

    /// From the last component to the whole path.
    private static func suffixes(_ path: String) -> [Substring] {
        path.indices.filter { path[$0] == "/" }.reversed().map { path[path.index(after: $0)...] } + [path[...]]
    }
}
