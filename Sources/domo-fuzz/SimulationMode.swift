import ArgumentParser
import DomoEngineTesting
import DomoKNXTesting

/// What `--simulate` runs.
enum SimulationMode: Sendable, ExpressibleByArgument {
    /// The engine with simulated links.
    case engine(Simulation.Mode)
    /// The engine with its KNX link on a simulated bus.
    case knx
    /// The messages to people.
    case notices
    /// Push buttons and orders for places.
    case buttons

    static let words = Simulation.Mode.allCases.map(\.rawValue) + ["knx", "notices", "buttons"]

    init?(argument word: String) {
        if word == "knx" {
            self = .knx
        } else if word == "notices" {
            self = .notices
        } else if word == "buttons" {
            self = .buttons
        } else if let mode = Simulation.Mode(rawValue: word) {
            self = .engine(mode)
        } else {
            return nil
        }
    }

    var word: String {
        switch self {
        case .engine(let mode): mode.rawValue
        case .knx: "knx"
        case .notices: "notices"
        case .buttons: "buttons"
        }
    }

    /// The number of seeds per task.
    var share: UInt64 {
        switch self {
        case .engine(.week): 1
        case .engine, .knx, .notices, .buttons: 10
        }
    }

    func makeRun(of seed: UInt64, isTraced: Bool = false, recordsEffects: Bool = false) -> any SeededRun {
        switch self {
        case .engine(let mode):
            Simulation(seed: seed, mode: mode, isTraced: isTraced, recordsEffects: recordsEffects)
        case .notices: NoticeSimulation(seed: seed, isTraced: isTraced, recordsEffects: recordsEffects)
        case .buttons: ButtonSimulation(seed: seed, isTraced: isTraced, recordsEffects: recordsEffects)
        case .knx: KNXSimulation(seed: seed, isTraced: isTraced, recordsEffects: recordsEffects)
        }
    }
}
