import DomoLanguage
import DomoModel

// Deliveries to hooks: each starts the scene of its hook, or reports the state of its facet, and nothing else.

extension Engine {
    /// Replaces the hooks: one that is missing can do nothing any more.
    mutating func use(hooks new: [UInt64: HookRule], at now: Instant) {
        hooks = new
        access.use(hooks: new.mapValues(\.rule))
        let before = houses.reported
        noteReportedFacets()
        for facet in before.symmetricDifference(houses.reported).sorted() {
            publishReadings(of: facet.element, [facet.type], at: now, isStored: false)
        }
    }

    /// Finds the facets that hooks report: they are known although no link has them.
    mutating func noteReportedFacets() {
        var facets: Set<Houses.ReportedFacet> = []
        for rule in hooks.values {
            guard case .report(let report) = rule.action, let element = houses.index.element(at: report.path),
                houses.types(of: element).contains(report.type)
            else { continue }
            facets.insert(.init(element: houses.representative(of: element), type: report.type))
        }
        houses.reported = facets
    }

    mutating func handle(_ call: HookCall, for id: RequestID, at now: Instant) {
        do throws(Fault) {
            guard let rule = hooks[call.hook.id] else { throw Self.forbidden }
            let right = access.right(of: .hook(call.hook))
            switch rule.action {
            case .scene(let name):
                guard right.role >= .act else { throw Self.forbidden }
                try start(name, with: call, by: right)
                outbox.knocked(id, what: "scene \(name)")
            case .report(let report):
                guard right.role >= .read, right.scope.holds(report.path) else { throw Self.forbidden }
                try handle(report, of: call, at: now)
                outbox.knocked(id, what: report.path)
            }
            outbox.replyStored(id, .knocked(KnockReceipt(hook: call.hook.name)))
        } catch {
            outbox.reply(id, .fault(error))
        }
    }

    private static let forbidden = Fault(
        .notAllowed,
        "whoever made this hook has no right to what it does any more",
        hint: "an administrator can make it again: domo hook new"
    )

    private mutating func start(_ name: String, with call: HookCall, by right: Access.Right) throws(Fault) {
        let scope = right.scope
        let values: [SceneValue]
        do throws(Fault) {
            // A sender may deliver more than the scene takes.
            let taken = Set(try scenes.scene(named: name, seenIn: scope, world: self).script.parameters.map(\.name))
            values = call.fields.filter { taken.contains($0.name) }
        } catch {
            // The sender learns nothing of other scenes.
            guard error.code == .unknownScene else { throw error }
            throw Fault(
                .unknownScene,
                "the scene of the hook \(call.hook.name) is not loaded, or touches places that the hook may not use"
            )
        }
        if !right.opensDoors, let what = try door(movedByScene: name, values, seenIn: scope) {
            throw access.refusal(ofDoor: what, to: .hook(call.hook))
        }
        try startScene(named: name, values: values, seenIn: scope, by: Principal.hook(call.hook).cause)
    }

    /// The state of a facet, as its device reports it.
    private mutating func handle(_ report: HookRule.Report, of call: HookCall, at now: Instant) throws(Fault) {
        guard let element = houses.index.element(at: report.path), houses.types(of: element).contains(report.type)
        else {
            throw Fault(.unknownElement, "the element of the hook \(call.hook.name) is not in the house any more")
        }
        guard let given = call.fields.first(where: { $0.name == report.field })?.text else {
            throw Fault(
                .badRequest,
                "missing value: \(report.field)",
                hint: "send it in the body, or in the address: ?\(report.field)=…"
            )
        }
        let value: Value
        do throws(ValueRefusal) {
            value = try houses[element].value(report.values[given] ?? given, as: report.type)
        } catch {
            throw Fault(.refusedValue, error.message, hint: error.hint)
        }
        guard value.isState else {
            throw Fault(.refusedValue, "\"\(given.prefix(80))\" is not a state", hint: "report what the device is")
        }
        let representative = houses.representative(of: element)
        readings.notePush(report.type, of: representative, at: now)
        problems.note(nil, report.type, of: representative)
        // A device that a link reads is a part of the house, however it reports.
        let isOfLink = houses.endpoint(of: representative, report.type) != nil
        handle(
            pushed: FacetReport(
                element: representative,
                type: report.type,
                value: value,
                began: now,
                by: isOfLink ? .house : Principal.hook(call.hook).cause
            ),
            at: now
        )
    }
}
