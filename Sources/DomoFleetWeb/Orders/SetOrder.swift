import DomoFleet
import NIOCore

/// An order to a set of houses, and what became of it in each.
struct SetOrder: Sendable {
    enum Outcome: Sendable {
        case waiting
        case sent
        /// What the house replied, as JSON.
        case done(ByteBuffer)
        case failed(code: String, message: String)
        /// It was stopped before its turn.
        case stopped

        var isOver: Bool {
            switch self {
            case .waiting, .sent: false
            case .done, .failed, .stopped: true
            }
        }

        var word: String {
            switch self {
            case .waiting: "waiting"
            case .sent: "sent"
            case .done: "done"
            case .failed: "failed"
            case .stopped: "stopped"
            }
        }
    }

    struct House: Sendable {
        var id: HouseID
        var name: String
        var outcome: Outcome
        /// The number of its last change.
        var change: Int
    }

    let number: Int
    let person: Int64
    let line: String
    /// Milliseconds since 1970, UTC.
    let started: Int64
    private(set) var houses: [House]
    private(set) var changes = 0
    private(set) var isStopping = false

    init(number: Int, person: Int64, line: String, started: Int64, houses: [(HouseID, String)]) {
        (self.number, self.person, self.line, self.started) = (number, person, line, started)
        self.houses = houses.map { House(id: $0.0, name: $0.1, outcome: .waiting, change: 0) }
    }

    var isOver: Bool { houses.allSatisfy(\.outcome.isOver) }

    mutating func set(_ index: Int, _ outcome: Outcome) {
        changes += 1
        houses[index].outcome = outcome
        houses[index].change = changes
    }

    /// What was not sent yet is not sent.
    mutating func stop() {
        isStopping = true
        for index in houses.indices {
            if case .waiting = houses[index].outcome { set(index, .stopped) }
        }
    }
}
