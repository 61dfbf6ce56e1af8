import DomoBridge
import DomoLanguage
import DomoModel

/// A line that the fleet may give: an order, a scene or a question.
struct FleetLine: Equatable {
    private let request: Request

    /// Whether it changes anything in the house.
    var isOrder: Bool { Self.isOrder(request) }

    /// - Parameter token: of the request; `login` may only show what this token allows.
    /// - Throws: the fault of the parser; `not-allowed` for a line that the fleet may not give.
    init(_ line: String, token: Secret) throws(Fault) {
        guard let request = try RequestParser.parse(line) else {
            throw Fault(.badRequest, "the line is empty or a comment")
        }
        guard Self.isAllowed(request) else {
            throw Fault(
                .notAllowed,
                "\"\(request.subject)\" can't be given over the fleet",
                hint:
                    "the fleet gives orders and runs scenes, which have a deadline that domod checks, and asks questions"
            )
        }
        if case .login(let other, from: _) = request {
            guard other == token.value else { throw Fault(.badRequest, "login has another token than the request") }
        }
        self.request = request
    }

    static func isOrder(_ request: Request) -> Bool {
        if case .login = request { false } else { !request.onlyReads }
    }

    /// Orders whose deadline domod checks too: others could wait in its socket and move something late.
    private static func isAllowed(_ request: Request) -> Bool {
        switch request {
        case .order, .group, .scene, .sceneStop, .run: true
        case .list, .show, .model, .scenes, .calendar, .orders, .why, .history, .log, .stats, .status, .doctor,
            .notices(.list), .login:
            true
        // All cases, so that a new verb is not made available to the fleet by mistake.
        case .watch, .record, .script, .plan, .records, .export, .rename, .backup, .restore,
            .audit, .knx, .discover, .token, .hook, .knock, .claim, .logout, .notify, .notices, .notifier,
            .push,
            .reload:
            false
        }
    }

    /// The line for domod.
    ///
    /// - Parameters:
    ///   - until: when it must have been read, by the clock of the house.
    ///   - principal: who asks.
    func line(until: Timestamp, principal: String) -> String {
        switch request {
        case .order(var order):
            order.until = min(order.until ?? until, until)
            return Request.order(order).line
        case .scene(let name, let explain, let tag, let values, let own):
            let until = min(own ?? until, until)
            return Request.scene(name: name, explain: explain, tag: tag, values: values, until: until).line
        case .group(var group):
            group.until = min(group.until ?? until, until)
            return Request.group(group).line
        case .sceneStop(let name, let tag, let own):
            return Request.sceneStop(name: name, tag: tag, until: min(own ?? until, until)).line
        case .run(let name, let lines, let explain, let tag, let own):
            let until = min(own ?? until, until)
            return Request.run(name: name, lines: lines, explain: explain, tag: tag, until: until).line
        case .login(let token, from: _): return Request.login(token: token, from: principal).line
        default: return request.line
        }
    }

    /// How long after its deadline the reply of domod may come: that to a scene comes when it has ended.
    var patience: Duration { Self.patience(of: request) }

    static func patience(of request: Request) -> Duration {
        switch request {
        case .order(let order): .seconds(60) + (order.deadline ?? .zero)
        case .scene, .run: .seconds(3600)
        default: .seconds(60)
        }
    }
}
