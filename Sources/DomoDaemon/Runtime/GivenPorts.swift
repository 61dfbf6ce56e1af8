import DomoEngine

/// The ports that were given signals since they were last flushed.
struct GivenPorts {
    private var ports: [any LinkPort] = []

    mutating func add(_ port: any LinkPort) {
        // Most inputs bring signals for one port.
        if ports.last !== port { ports.append(port) }
    }

    mutating func flush() {
        for port in ports { port.flush() }
        ports.removeAll(keepingCapacity: true)
    }
}
