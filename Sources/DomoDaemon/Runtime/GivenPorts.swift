import DomoEngine

/// The ports that got signals since the last flush.
struct GivenPorts {
    private var ports: [any LinkPort] = []

    mutating func add(_ port: any LinkPort) {
        // Most inputs cause signals for a single port.
        if ports.last !== port { ports.append(port) }
    }

    mutating func flush() {
        for port in ports { port.flush() }
        ports.removeAll(keepingCapacity: true)
    }
}
