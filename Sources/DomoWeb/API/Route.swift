import HTTPTypes

/// The resource that a URL under `/api/v1` names.
enum Route: Equatable {
    case session, model, places, elements, orders
    case order(String)
    case history, stats, scenes, sceneCheck
    case scene(String)
    case sceneRun(String)
    case sceneStop(String)
    case plan(String)
    /// A plan whose place is passed as `?path=`, so that `positions` can't follow it.
    case queriedPlan(String)
    case positions(String)
    case notices, push
    /// Of the notice with that number.
    case acknowledgement(String)
    case calendar, status, reload, tokens
    case token(String)
    case audit, log, backup, lines, events

    /// Nil if there is no such resource. Names that conflict with others, such as a scene `check`, must use `?path=`.
    init?(_ path: RequestPath) {
        guard let resource = path.parts.dropFirst(2).first else { return nil }
        let rest = path.rest(after: 3)
        let whole = rest.joined(separator: "/")
        let queried = rest.isEmpty ? path["path"] : nil
        let name = queried ?? (rest.isEmpty ? nil : whole)
        /// A route without further path parts.
        func alone(_ route: Route) -> Route? { rest.isEmpty ? route : nil }
        let route: Route? =
            switch resource {
            case "session": alone(.session)
            case "model": alone(.model)
            case "places": .places
            case "elements": .elements
            case "orders": rest.isEmpty ? .orders : rest.count == 1 ? .order(whole) : nil
            case "history": .history
            case "stats": .stats
            case "scenes": Self.scene(rest, name)
            case "plans" where rest.count > 1 && rest.last == "positions":
                .positions(rest.dropLast().joined(separator: "/"))
            case "plans": queried.map(Route.queriedPlan) ?? name.map(Route.plan)
            case "notices" where rest.count == 2 && rest[1] == "acknowledgement": .acknowledgement(rest[0])
            case "notices": alone(.notices)
            case "push": alone(.push)
            case "calendar": alone(.calendar)
            case "status": alone(.status)
            case "reload": alone(.reload)
            case "tokens": name.map(Route.token) ?? .tokens
            case "audit": alone(.audit)
            case "log": .log
            case "backup": alone(.backup)
            case "lines": alone(.lines)
            case "events": alone(.events)
            default: nil
            }
        guard let route else { return nil }
        self = route
    }

    private static func scene(_ rest: [String], _ name: String?) -> Route {
        if rest == ["check"] { return .sceneCheck }
        let before = rest.dropLast().joined(separator: "/")
        switch rest.last {
        case "run" where rest.count > 1: return .sceneRun(before)
        case "stop" where rest.count > 1: return .sceneStop(before)
        default: return name.map(Route.scene) ?? .scenes
        }
    }

    var methods: [HTTPRequest.Method] {
        switch self {
        case .session, .push: [.get, .post, .delete]
        case .model, .places, .elements, .order, .history, .stats, .scenes, .plan, .calendar, .status, .audit, .log,
            .backup, .events:
            [.get]
        case .orders, .tokens, .notices: [.get, .post]
        case .acknowledgement, .sceneCheck, .sceneRun, .sceneStop, .reload, .lines: [.post]
        case .scene: [.get, .put, .delete]
        case .queriedPlan: [.get, .put]
        case .positions: [.put]
        case .token: [.delete]
        }
    }
}
