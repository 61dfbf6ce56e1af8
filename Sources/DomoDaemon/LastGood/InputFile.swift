import DomoSystem

/// A file that a load was read from.
struct InputFile: Hashable, Sendable {
    /// The absolute path by which the configuration names it.
    var path: String
    /// Where it was read: a secret may be a credential of the service manager.
    var source: String
    var isSecret: Bool

    init(_ path: String, source: String? = nil, isSecret: Bool = false) {
        self.path = path.absolutePath
        self.isSecret = isSecret
        self.source = source ?? path
    }
}
