import DomoLanguage
import DomoModel

// `why`: the reasons for an element's state.

extension Engine {
    /// `why` of a scene is answered by the list of scenes.
    private func requireElement(named name: String, seenIn scope: Scope) throws(Fault) -> ElementID {
        do throws(Fault) {
            return try houses.element(named: name, seenIn: scope)
        } catch {
            guard error.code == .unknownElement, let scene = sceneName(name, seenIn: scope) else { throw error }
            throw Fault(
                .unknownElement,
                "\(Words.quoted(scene)) is a scene, not an element",
                hint: "\"domo scenes\" shows when it last ran, or why it did not"
            )
        }
    }

    private func sceneName(_ name: String, seenIn scope: Scope) -> String? {
        do throws(Fault) {
            return try scenes.scene(named: name, seenIn: scope, world: self).name
        } catch {
            // Neither an element nor a scene: the fault about elements stands.
            return nil
        }
    }

    mutating func explainElement(named name: String, seenIn scope: Scope, for id: RequestID) throws(Fault) {
        let element = try requireElement(named: name, seenIn: scope)
        let representative = houses.representative(of: element)
        let elements = Set(houses.twins(of: representative))
        let unreported = houses.types(of: element).filter { type in
            houses.endpoint(of: element, type) != nil && !polling.hasSource(type, of: representative)
        }
        let unusable = houses.types(of: element).compactMap { type in
            problems[representative, type].map { WhyReport.Unusable(type: type.word, problem: $0) }
        }
        // Twins that are not visible are left out.
        let paths = houses.paths(ofTwinsOf: element).filter { !scope.isLimited || scope.holds($0) }
        let started = scenes.started(by: elements, seenIn: scope, in: self)
        let report = WhyReport(
            element: view(of: element),
            links: houses.endpoints(of: element).map { endpoint in
                WhyReport.Link(
                    link: links[endpoint].profile.label,
                    reachable: links[endpoint].isReachable,
                    problem: problem(of: links[endpoint])
                )
            },
            orders: orders.last(WhyReport.maxOrders, of: paths),
            scenes: scenes.acting(on: elements, seenIn: scope, in: self),
            starts: started.isEmpty ? nil : started,
            unreported: unreported.isEmpty ? nil : unreported.map(\.word),
            unusable: unusable.isEmpty ? nil : unusable,
            notices: lastNotices(about: paths, seenIn: scope)
        )
        outbox.recall(id, .why(report, elements: paths), otherwise: .why(report))
    }

    /// The last notices that concern the element, the newest first; nil for none.
    private func lastNotices(about paths: [String], seenIn scope: Scope) -> [NoticeView]? {
        let found = notices.table.notices.lazy.map(\.view).filter { notice in
            notice.isSeen(in: scope) && notice.places?.contains(where: paths.contains) == true
        }
        let last = Array(found.reversed().prefix(WhyReport.maxNotices))
        return last.isEmpty ? nil : last
    }
}
