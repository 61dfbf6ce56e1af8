import DomoLanguage

/// The order in which orders are sent when an endpoint is busy. Reads come after all orders.
enum Priority: Int, CaseIterable, Sendable {
    /// Somebody waits for it.
    case person
    /// A step of a scene that somebody started.
    case scene
    /// A step of a scene that a trigger or the schedule started.
    case trigger
}

extension PendingOrder {
    var priority: Priority {
        switch origin {
        case .request, .bus, .group: .person
        case .scene(_, .schedule), .sceneGroup(.schedule): .trigger
        case .scene, .sceneGroup: .scene
        }
    }
}
