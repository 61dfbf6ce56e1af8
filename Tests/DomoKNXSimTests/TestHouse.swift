import DomoKNX
import DomoKNXHouse
import DomoModel

@testable import DomoKNXSim

extension GroupAddress {
    static func at(_ main: UInt16, _ middle: UInt16, _ sub: UInt16) -> Self {
        Self(raw: main << 11 | middle << 8 | sub)
    }
}

extension DatapointType {
    /// A type that is known to exist.
    static func known(_ main: UInt16, _ sub: UInt16) -> Self { Self(main: main, sub: sub)! }
}

extension FacetName {
    static let lamp = FacetName(path: "Casa/Lamp", type: .binary)
    static let dimmerSwitch = FacetName(path: "Casa/Dimmer", type: .binary)
    static let dimmer = FacetName(path: "Casa/Dimmer", type: .regulable)
    static let cover = FacetName(path: "Casa/Cover", type: .bidirectional)
    static let coverLevel = FacetName(path: "Casa/Cover", type: .regulable)
    static let blind = FacetName(path: "Casa/Blind", type: .bidirectional)
    static let sensor = FacetName(path: "Casa/Sensor", type: .value)
    static let setPoint = FacetName(path: "Casa/SetPoint", type: .value)
    static let contact = FacetName(path: "Casa/Contact", type: .binary)
}

extension KNXBindings {
    /// One of each: a lamp, a dimmer, a cover with and one without a position, a sensor, a setpoint, an inverted
    /// contact.
    static let sample = KNXBindings(
        facets: [
            KNXFacet(
                .lamp,
                command: .at(1, 0, 1),
                states: [.at(1, 4, 1)],
                listens: [
                    KNXListen(group: .at(0, 0, 1), type: .known(1, 1)),
                    KNXListen(group: .at(0, 0, 2), type: .known(1, 1), isInverted: true),
                ],
                type: .known(1, 1)
            ),
            KNXFacet(.dimmerSwitch, command: .at(1, 0, 2), states: [.at(1, 4, 2)], type: .known(1, 1)),
            KNXFacet(
                .dimmer,
                command: .at(1, 2, 2),
                states: [.at(1, 5, 2)],
                type: .known(5, 1),
                relative: .at(1, 1, 2)
            ),
            KNXFacet(
                .cover,
                command: .at(2, 0, 1),
                type: .known(1, 8),
                motion: KNXMotion(
                    stop: .at(2, 1, 1),
                    up: .seconds(20),
                    down: .seconds(10),
                    moving: .at(2, 4, 1),
                    direction: .at(2, 5, 1),
                    locked: .at(2, 6, 1)
                )
            ),
            KNXFacet(.coverLevel, command: .at(2, 2, 1), states: [.at(2, 3, 1)], type: .known(5, 1)),
            KNXFacet(
                .blind,
                command: .at(2, 0, 2),
                listens: [KNXListen(group: .at(0, 1, 1), type: .known(1, 8))],
                type: .known(1, 8),
                motion: KNXMotion(step: .at(2, 1, 2), up: .seconds(31), down: .seconds(28))
            ),
            KNXFacet(.sensor, states: [.at(3, 0, 1)], type: .known(9, 1)),
            KNXFacet(.setPoint, command: .at(3, 1, 1), states: [.at(3, 2, 1)], type: .known(9, 1)),
            KNXFacet(.contact, states: [.at(4, 0, 1)], type: .known(1, 9), isInverted: true),
        ],
        scenes: [KNXScene(group: .at(0, 3, 1), type: .known(18, 1), number: 5, run: "Buenas noches")]
    )
}

extension SimulatedBus {
    /// A bus whose devices react after exactly 10 ms.
    static func sample(_ change: (inout BusSettings) -> Void = { _ in }) -> SimulatedBus {
        var settings = BusSettings()
        settings.jitter = .zero
        settings.sensorInterval = nil
        change(&settings)
        return SimulatedBus(.sample, settings: settings)
    }

    /// Schedules a press of a wall switch.
    mutating func press(_ group: GroupAddress, _ payload: Payload, at now: Duration) {
        press([WallPress(at: now, group, payload)])
    }

    /// The telegrams that devices sent until a time: `1/4/1 write 1`.
    mutating func reports(until now: Duration) -> [String] {
        advance(to: now).filter { if case .device = $0.origin { true } else { false } }.map(\.telegram.shown)
    }
}

extension GroupTelegram {
    var shown: String {
        switch service {
        case .read: "\(destination) read"
        case .write(.bits(let bits)): "\(destination) write \(bits)"
        case .write(.octets(let octets)): "\(destination) write \(octets)"
        case .response(.bits(let bits)): "\(destination) response \(bits)"
        case .response(.octets(let octets)): "\(destination) response \(octets)"
        }
    }
}
