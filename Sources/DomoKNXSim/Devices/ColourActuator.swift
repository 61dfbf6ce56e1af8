import DomoKNX
import DomoKNXHouse
import DomoModel

/// A lamp with colours: `Color`, with or without a dimmer or a relay. A colour switches it on. Its white turns its colour
/// to black.
struct ColourActuator: SimulatedDevice {
    private let facet: KNXFacet
    private let colour: KNXColour
    private let settings: BusSettings
    /// Its dimmer or relay.
    private var lamp: (any SimulatedDevice)?
    /// What switches it on.
    private let switching: KNXFacet?
    /// The data of each object.
    private var data: [[UInt8]]
    /// The object that was ordered last.
    private var latest = 0
    /// Whether a new colour takes it to 100 %, as many lamps do.
    private var goesToFull = false

    init(_ facet: KNXFacet, _ colour: KNXColour, lamp: (any SimulatedDevice)?, _ settings: BusSettings) {
        self.facet = facet
        self.colour = colour
        self.settings = settings
        self.lamp = lamp
        switching = lamp?.facets.first { $0.command != nil }
        data = colour.objects.map { Self.white($0.content) }
    }

    /// What an object carries at first.
    private static func white(_ content: KNXColour.Content) -> [UInt8] {
        switch content {
        case .rgb: [255, 255, 255]
        case .rgbw: [255, 255, 255, 0, 0, 0x0F]
        case .xyY: [0x50, 0x0D, 0x54, 0x39, 255, 3]
        case .hue, .saturation: [0]
        case .brightness: [255]
        case .white: [0x0F, 0xA0]
        }
    }

    var facets: [KNXFacet] { (lamp?.facets ?? []) + [facet] }

    var inputs: [GroupAddress] {
        (lamp?.inputs ?? []) + colour.objects.compactMap(\.command) + facet.listens.map(\.group)
    }

    var outputs: [GroupAddress] { (lamp?.outputs ?? []) + colour.objects.compactMap(\.state) }

    mutating func receive(_ payload: Payload, on group: GroupAddress, at now: Duration, _ reactions: inout Reactions) {
        let isListened = facet.listens.contains { $0.group == group }
        guard let object = colour.objects.firstIndex(where: { $0.command == group }) ?? (isListened ? 0 : nil) else {
            lamp?.receive(payload, on: group, at: now, &reactions)
            return
        }
        guard case .octets(let octets) = payload, octets.count == data[object].count else { return }
        latest = object
        set(octets, object, &reactions)
        let isWhite = colour.objects[object].content == .white
        for (number, other) in colour.objects.enumerated() where isWhite && number != object {
            if other.content == .rgb || other.content == .rgbw {
                set(Array(repeating: 0, count: data[number].count - 1) + data[number].suffix(1), number, &reactions)
            }
        }
        switchOn(at: now, &reactions)
    }

    private mutating func set(_ octets: [UInt8], _ object: Int, _ reactions: inout Reactions) {
        let isRGB = colour.objects[object].content == .rgb
        let new = isRGB && octets.allSatisfy({ $0 == 0 }) ? [0, 0, 0] : octets
        guard new != data[object] || settings.statusPolicy == .always else { return }
        data[object] = new
        if let state = colour.objects[object].state { reactions.reports.append(state) }
    }

    private mutating func switchOn(at now: Duration, _ reactions: inout Reactions) {
        guard let switching, let command = switching.command else { return }
        let isLevel = switching.facet.type == .regulable
        guard goesToFull || !isOn(at: now) else { return }
        guard let payload = isLevel ? switching.payload(ofLevel: 100) : switching.payload(of: true) else { return }
        lamp?.receive(payload, on: command, at: now, &reactions)
    }

    private func isOn(at now: Duration) -> Bool {
        lamp?.states(at: now).contains { state in
            switch state {
            case .switched(let isOn): isOn
            case .level(let level): level > 0
            case .motion, .value, .colour: false
            }
        } ?? true
    }

    mutating func wake(at now: Duration, _ reactions: inout Reactions) { lamp?.wake(at: now, &reactions) }

    func value(of group: GroupAddress, at now: Duration) -> Payload? {
        if let object = colour.objects.firstIndex(where: { $0.state == group }) { return .octets(data[object]) }
        return lamp?.value(of: group, at: now)
    }

    func states(at now: Duration) -> [SimulatedState] {
        let reports = data.enumerated().map { number, octets -> KNXColour.Report? in
            do throws(DatapointFault) {
                return try colour.report(of: .octets(octets), object: number)
            } catch {
                // Its objects always have data of their width.
                return nil
            }
        }
        return (lamp?.states(at: now) ?? []) + [.colour(colour.colour(of: reports, latest: latest))]
    }

    mutating func shuffle(_ dice: inout SplitMix64) {
        lamp?.shuffle(&dice)
        goesToFull = dice.below(2) == 0
        for (number, object) in colour.objects.enumerated() {
            switch object.content {
            case .rgb: data[number] = (0..<3).map { _ in UInt8(dice.below(256)) }
            case .hue, .saturation, .brightness: data[number] = [UInt8(dice.below(256))]
            case .rgbw, .xyY, .white: break
            }
        }
    }
}
