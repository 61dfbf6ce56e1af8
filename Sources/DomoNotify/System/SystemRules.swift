/// What people are told about the system itself: the lines of `system:`.
struct SystemRules: Equatable, Sendable {
    struct LinkDown: Equatable, Sendable {
        var to: [String]
        var after: Duration = .seconds(600)
    }

    struct Disk: Equatable, Sendable {
        var to: [String]
        /// In percent of the file system.
        var below = 5
    }

    struct Stale: Equatable, Sendable {
        var to: [String]
        var after: Duration = .seconds(86_400)
    }

    struct Battery: Equatable, Sendable {
        var to: [String]
        /// In percent.
        var below = 20
    }

    struct Backup: Equatable, Sendable {
        var to: [String]
    }

    struct Certificate: Equatable, Sendable {
        var to: [String]
        var of: WebAddress
        var days = 14
    }

    struct Crash: Equatable, Sendable {
        var to: [String]
    }

    var linkDown: LinkDown?
    var disk: Disk?
    var stale: Stale?
    var battery: Battery?
    var backup: Backup?
    var certificates: [Certificate] = []
    var crash: Crash?

    var isEmpty: Bool { self == SystemRules() }
    /// Whether the elements of the houses are looked at.
    var needsElements: Bool { stale != nil || battery != nil }
}
