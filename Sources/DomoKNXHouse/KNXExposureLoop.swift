import DomoKNX
import DomoModel

/// A loop by which what a facet sends to the bus comes back to it: a change would circulate forever.
struct KNXExposureLoop: Equatable {
    /// Each facet sends to the group address with the same index, which feeds the next facet; the last feeds the first.
    var facets: [FacetName]
    var groups: [GroupAddress]
    /// Where the first is exposed.
    var position: String

    var fault: KNXBindingFault {
        let way = zip(facets, groups).map { "\($0.path) → \($1)" }.joined(separator: " → ")
        return KNXBindingFault(
            .warning,
            at: position,
            "exposure loop: \(way) → \(facets.first?.path ?? "")",
            hint: "remove one of these <Expone> entries, or its recibe (receive)"
        )
    }

    /// One for each set of facets that feed each other.
    static func all(in bindings: KNXBindings) -> [KNXExposureLoop] {
        var graph = Graph(bindings)
        return graph.loops()
    }
}

/// The graph of facets whose changes reach other facets, with the addresses between them.
private struct Graph {
    private struct Edge {
        var group: GroupAddress
        var target: Int
        var position: String
    }

    private var facets: [FacetName] = []
    private var numbers: [FacetName: Int] = [:]
    private var edges: [[Edge]] = []

    init(_ bindings: KNXBindings) {
        // An address feeds the facets that are bound to it and those that receive orders from it.
        var fed: [GroupAddress: [(facet: Int, exposure: Int?)]] = [:]
        for facet in bindings.facets {
            let number = number(of: facet.facet)
            for group in Set(facet.stateGroups + facet.commandGroups) { fed[group, default: []].append((number, nil)) }
        }
        for (exposure, each) in bindings.exposures.enumerated() where each.receives {
            guard case .facet(let facet) = each.subject else { continue }
            fed[each.group, default: []].append((number(of: facet), exposure))
        }
        for (exposure, each) in bindings.exposures.enumerated() where each.sends {
            guard case .facet(let facet) = each.subject else { continue }
            let source = number(of: facet)
            // An exposure does not receive its own telegrams.
            for (target, receiver) in fed[each.group] ?? [] where receiver != exposure {
                edges[source].append(Edge(group: each.group, target: target, position: each.position))
            }
        }
        // An order received from the bus is sent to the command address of the facet.
        let commands = Dictionary(bindings.facets.map { ($0.facet, $0) }) { first, _ in first }
        for each in bindings.exposures where each.receives {
            guard case .facet(let facet) = each.subject, let command = commands[facet]?.command else { continue }
            let source = number(of: facet)
            for (target, _) in fed[command] ?? [] where target != source {
                edges[source].append(Edge(group: command, target: target, position: each.position))
            }
        }
    }

    private mutating func number(of facet: FacetName) -> Int {
        if let number = numbers[facet] { return number }
        numbers[facet] = facets.count
        facets.append(facet)
        edges.append([])
        return facets.count - 1
    }

    /// The shortest loop through each facet that is not in an earlier loop.
    mutating func loops() -> [KNXExposureLoop] {
        var isInLoop = Array(repeating: false, count: facets.count)
        var found: [KNXExposureLoop] = []
        for start in facets.indices where !isInLoop[start] && !edges[start].isEmpty {
            guard let way = shortestWay(from: start) else { continue }
            for (facet, _) in way { isInLoop[facet] = true }
            found.append(
                KNXExposureLoop(
                    facets: way.map { facets[$0.facet] },
                    groups: way.map(\.edge.group),
                    position: way[0].edge.position
                )
            )
        }
        return found
    }

    private func shortestWay(from start: Int) -> [(facet: Int, edge: Edge)]? {
        var cameFrom: [Int: (facet: Int, edge: Edge)] = [:]
        var waiting = [start]
        var next = 0
        while next < waiting.count {
            let facet = waiting[next]
            next += 1
            for edge in edges[facet] where cameFrom[edge.target] == nil {
                cameFrom[edge.target] = (facet, edge)
                guard edge.target == start else {
                    waiting.append(edge.target)
                    continue
                }
                var way: [(facet: Int, edge: Edge)] = []
                var step = start
                repeat {
                    guard let before = cameFrom[step] else { return nil }
                    way.append(before)
                    step = before.facet
                } while step != start
                return way.reversed()
            }
        }
        return nil
    }
}
