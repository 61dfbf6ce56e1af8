import DomoKNX
public import DomoKNXHouse
import DomoModel

/// People who press wall switches at random, and devices that send spontaneously. Everything follows from the seed.
public struct RandomPeople: Sendable {
    /// One thing that can be pressed.
    private enum Button: Sendable {
        case bit(GroupAddress, DatapointType)
        case level(GroupAddress, DatapointType)
        /// A long press, which dims until it is released.
        case dim(GroupAddress)
        case pulse(GroupAddress)
        case value(GroupAddress, DatapointType)
        case colour(GroupAddress, KNXColour.Content)
        case scene(GroupAddress, DatapointType, Int)
        case read(GroupAddress)
    }

    private var buttons: [Button] = []
    private var dice: SplitMix64
    private let interval: Duration

    /// - `interval`: The average time between two presses.
    public init(_ bindings: KNXBindings, every interval: Duration, seed: UInt64) {
        dice = SplitMix64(seed: seed ^ 0x7065_6F70_6C65)
        self.interval = interval
        let commanded = Set(bindings.facets.filter { !$0.commandGroups.isEmpty }.map(\.facet.path))
        for facet in bindings.facets { add(facet, isSensor: !commanded.contains(facet.facet.path)) }
        for scene in bindings.scenes { buttons.append(.scene(scene.group, scene.type, scene.number)) }
        for exposure in bindings.exposures {
            if exposure.receives { buttons.append(button(exposure.group, exposure.type)) }
            if exposure.answers { buttons.append(.read(exposure.group)) }
        }
    }

    private mutating func add(_ facet: KNXFacet, isSensor: Bool) {
        if let command = facet.command, facet.colour == nil { buttons.append(button(command, facet.type)) }
        for listen in facet.listens { buttons.append(button(listen.group, listen.type)) }
        if let relative = facet.relative { buttons.append(.dim(relative)) }
        for pulse in [facet.motion?.stop, facet.motion?.step].compactMap({ $0 }) { buttons.append(.pulse(pulse)) }
        for object in facet.colour?.objects ?? [] {
            if let command = object.command { buttons.append(.colour(command, object.content)) }
        }
        // Sensors send spontaneously; actuators report their states themselves.
        if isSensor, let state = facet.states.first {
            buttons.append(button(state, facet.type))
        }
        if let state = facet.states.first { buttons.append(.read(state)) }
    }

    private func button(_ group: GroupAddress, _ type: DatapointType) -> Button {
        switch type.size {
        case .bits(1): .bit(group, type)
        case _ where type.unit == "%": .level(group, type)
        default: .value(group, type)
        }
    }

    /// The next action after a time: one press, or two that belong together.
    public mutating func next(after now: Duration) -> [WallPress] {
        guard !buttons.isEmpty else { return [] }
        let time = now + dice.duration(below: interval * 2)
        switch buttons[dice.below(buttons.count)] {
        case .bit(let group, _): return [WallPress(at: time, group, .bits(UInt8(dice.below(2))))]
        case .level(let group, let type):
            return press(group, at: time, type.payload(of: Double(dice.below(101))))
        case .dim(let group):
            let direction = UInt8(dice.below(2)) << 3
            let release = time + .milliseconds(300 + dice.below(3000))
            return [WallPress(at: time, group, .bits(direction | 1)), WallPress(at: release, group, .bits(direction))]
        case .pulse(let group): return [WallPress(at: time, group, .bits(UInt8(dice.below(2))))]
        case .colour(let group, let content): return press(group, at: time, colour(content))
        case .value(let group, let type): return press(group, at: time, value(of: type))
        case .scene(let group, let type, let number):
            return press(group, at: time, type.payload(of: Double(number)))
        case .read(let group):
            let telegram = GroupTelegram(source: WallPress.defaultSwitch, destination: group, service: .read)
            return [WallPress(at: time, telegram)]
        }
    }

    /// All presses between two times.
    public mutating func script(from start: Duration, to end: Duration) -> [WallPress] {
        var presses: [WallPress] = []
        var now = start
        while case let next = next(after: now), let first = next.first, first.time < end {
            presses += next
            now = first.time
        }
        return presses
    }

    private func press(_ group: GroupAddress, at time: Duration, _ payload: Payload?) -> [WallPress] {
        // For a type without numbers, send a read instead.
        payload.map { [WallPress(at: time, group, $0)] }
            ?? [WallPress(at: time, GroupTelegram(source: WallPress.defaultSwitch, destination: group, service: .read))]
    }

    private mutating func colour(_ content: KNXColour.Content) -> Payload {
        func octets(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(dice.below(256)) } }
        return switch content {
        case .rgb: .octets(octets(3))
        case .rgbw: .octets(octets(4) + [0, 0x0F])
        case .xyY: .octets([0x60, 0, 0x50, 0] + octets(1) + [3])
        case .hue, .saturation, .brightness: .octets(octets(1))
        case .white: .octets([UInt8(8 + dice.below(16)), 0])
        }
    }

    private mutating func value(of type: DatapointType) -> Payload? {
        let words = type.subtype.words
        if !words.isEmpty { return type.payload(of: Double(words[dice.below(words.count)].raw)) }
        guard let range = type.subtype.range else { return type.payload(of: Double(dice.below(2))) }
        let low = max(range.lowerBound, 0)
        let width = min(range.upperBound - low, 50)
        return type.payload(of: (low + width * Double(dice.below(101)) / 100).rounded())
    }
}
