import DomoSystem

/// Where files are read: at their own paths, or below a folder with copies of them.
struct FileRoot: Sendable, Equatable {
    static let own = FileRoot(folder: "")

    /// Empty for the files themselves.
    let folder: String

    /// The path to read a file by.
    func file(_ path: String) -> String { folder.isEmpty ? path : folder + path.absolutePath }

    /// The file's own path.
    func own(_ path: String) -> String {
        !folder.isEmpty && path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count)) : path
    }

    /// A text with the files' own paths.
    func shown(_ text: String) -> String { folder.isEmpty ? text : text.replacing(folder + "/", with: "/") }
}
