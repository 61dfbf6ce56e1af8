import DomoSystem

/// A file that a load was read from.
struct InputFile: Hashable, Sendable {
    /// The absolute path by which the configuration names it.
    var path: String
    /// Where it was read: a secret may be a credential of the service manager.
    var source: String
    var isSecret: Bool
    /// The folder that it must not lead out of; nil for a file that the administrator names.
    var folder: String?

    init(_ path: String, source: String? = nil, isSecret: Bool = false, below folder: String? = nil) {
        self.path = path.absolutePath
        self.isSecret = isSecret
        self.folder = folder
        self.source = source ?? path
    }
}
