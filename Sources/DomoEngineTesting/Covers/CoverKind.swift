import DomoEngine
import DomoModel

/// The covers of the table: what the house reports of each, and what is known of it.
public enum CoverKind: CaseIterable, Sendable {
    /// It reports its position and whether it moves.
    case positionAndMovement
    case position
    /// It reports nothing; its travel times are known, and it takes no positions.
    case travelTimes
    case nothing
    /// Its server is asked for its direction and its position.
    case polled

    /// From one end to the other, where it is known.
    static let travel = 20_000
    /// Milliseconds after which a movement without a report is over: the travel time, or 120 s if it isn't known, and 2 s.
    var longest: Int { self == .travelTimes ? Self.travel + 2000 : 122_000 }
    var reportsPosition: Bool { self == .positionAndMovement || self == .position || self == .polled }
    var reportsMovement: Bool { self == .positionAndMovement }
    var reportsDirection: Bool { self == .polled }
    /// 0 % is up at all of them, except at the server, which does not say.
    var knowsEnds: Bool { self != .polled }

    var profile: CoverTableProfile {
        var reports: [FacetType] = []
        if reportsPosition { reports.append(.regulable) }
        if reportsDirection { reports.append(.bidirectional) }
        return CoverTableProfile(
            reports: reports,
            reading: ReadPolicy(
                mode: self == .polled ? .polled : .pushed,
                interval: .seconds(5),
                maximumAge: .seconds(86_400),
                confirmDelay: .milliseconds(20),
                confirmWithin: .milliseconds(100)
            ),
            coverProfile: CoverProfile(
                directionAtZero: knowsEnds ? .up : nil,
                up: self == .travelTimes ? .milliseconds(Self.travel) : nil,
                isPositionedByTime: self == .travelTimes,
                reportsEnds: self == .polled
            )
        )
    }
}

struct CoverTableProfile: LinkProfile {
    var reports: [FacetType]
    var reading: ReadPolicy?
    var coverProfile: CoverProfile
    var endpoints: [EndpointProfile] {
        var endpoint = EndpointProfile(label: "bus", slots: 8)
        endpoint.reportsReachability = true
        return [endpoint]
    }

    func readable(_ target: Target) -> FacetTypes {
        FacetTypes(target.types.filter { reports.contains($0) }) ?? FacetTypes()
    }

    func signal(for value: Value, of target: Target) throws(SignalFault) -> String { value.word }
    func cover(_ target: Target) -> CoverProfile { coverProfile }
    /// An order without an answer ends at once.
    func mayRepeat(_ value: Value, of target: Target) -> Bool { false }
}

final class CoverTableLink: LinkPort {
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        preconditionFailure("the trial carries out Effect.send")
    }

    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        preconditionFailure("the trial carries out Effect.read")
    }

    func cancel(_ id: Dispatch.ID) {}
}
