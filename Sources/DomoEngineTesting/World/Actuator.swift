import DomoModel

/// The real state of a simulated device, whatever the engine knows of it.
struct Actuator {
    /// On, off and levels belong to one lamp.
    private var from = 0
    private var to = 0
    private var begins: Int64 = 0
    private var ends: Int64 = 0
    private var lastLevel = 100
    private var direction = Value.stop
    private var number = Value.number(0)
    private var colour = Value.colour(.rgb(red: 255, green: 255, blue: 255))
    /// Actions not carried out yet, earliest first.
    private var acts: [(at: Int64, action: Value, ramp: Int64)] = []
    var isDimmer: Bool

    init(isDimmer: Bool) { self.isDimmer = isDimmer }

    /// Schedules an action.
    mutating func command(_ action: Value, at moment: Int64, ramp: Int64) {
        let place = acts.firstIndex { $0.at > moment } ?? acts.endIndex
        acts.insert((moment, action, ramp), at: place)
    }

    /// The state of one facet.
    mutating func value(_ type: FacetType, at now: Int64) -> Value {
        advance(to: now)
        switch type {
        case .binary: return level(at: now) > 0 ? .on : .off
        case .regulable: return .level(Percent(clamping: level(at: now)))
        case .bidirectional: return direction
        case .value: return number
        case .colour: return colour
        }
    }

    private func level(at now: Int64) -> Int {
        guard now < ends else { return to }
        guard now > begins else { return from }
        let part = Double(now - begins) / Double(ends - begins)
        return from + Int(Double(to - from) * part)
    }

    private mutating func advance(to now: Int64) {
        while let act = acts.first, act.at <= now {
            acts.removeFirst()
            switch act.action {
            case .on: move(to: isDimmer ? lastLevel : 100, act.at, act.ramp)
            case .off: move(to: 0, act.at, act.ramp)
            case .level(let percent): move(to: percent.value, act.at, act.ramp)
            case .up, .down, .stop: direction = act.action
            case .number, .text: number = act.action
            // It switches the lamp on.
            case .colour:
                colour = act.action
                move(to: isDimmer ? lastLevel : 100, act.at, act.ramp)
            // Servers have no order for it.
            case .dimming, .press: break
            }
        }
    }

    private mutating func move(to target: Int, _ moment: Int64, _ ramp: Int64) {
        from = level(at: moment)
        to = target
        begins = moment
        ends = isDimmer ? moment + ramp : moment
        if target > 0 { lastLevel = target }
    }
}
