import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXSim

// Sockets, datagrams and streams between the link and the interface.

extension KNXSimulation {
    // MARK: - Sockets

    func openSocket() {
        dropSocket()
        daemon?.socketNumber += 1
        guard let run = daemon?.number, let number = daemon?.socketNumber else { return }
        schedule(.socketOpens(run: run, number: number), after: dice.microseconds(50...3000))
    }

    func closeSocket() {
        dropSocket()
        // A requested socket no longer opens.
        daemon?.socketNumber += 1
    }

    private func dropSocket() {
        if scenario.transport == .tcp, let stream = daemon?.socket.map({ Int($0.port) }) {
            schedule(.streamClosesAtInterface(stream), after: streamDelay(stream, &lastToStream))
        }
        daemon?.socket = nil
    }

    func socketOpens(_ number: Int) {
        guard daemon?.socketNumber == number else { return }
        let isRefused = isNetworkGone ? dice.chance(500) : dice.chance(scenario.refusedSockets)
        if !isFaultFree, isRefused {
            coverage.note("sockets refused")
            trace { "the socket can't be opened" }
            return feedLink(.connection(.closed(reason: "connection refused")))
        }
        beginConnection()
        switch scenario.transport {
        case .udp:
            lastPort += 1
            daemon?.socket = SocketAddress(host: Self.client, port: lastPort)
        case .tcp:
            lastStream += 1
            daemon?.socket = SocketAddress(host: Self.client, port: UInt16(lastStream))
            feedInterface(.streamOpened(lastStream))
        case .routing: daemon?.socket = SocketAddress(host: Self.client, port: 3671)
        }
        guard let address = daemon?.socket else { return }
        trace { "the socket is open" }
        feedLink(.connection(.opened(address)))
    }

    // MARK: - From the link

    func transmit(_ octets: [UInt8], to address: SocketAddress) {
        guard let socket = daemon?.socket else { return trace { "not sent: the socket is closed" } }
        switch scenario.transport {
        case .udp:
            for delay in datagramDelays() { schedule(.datagramToInterface(octets, from: socket), after: delay) }
        case .tcp:
            let stream = Int(socket.port)
            schedule(.streamToInterface(stream, octets), after: streamDelay(stream, &lastToStream))
        case .routing:
            socketReports.append(.transmitted)
            schedule(.multicastToInterface(octets, from: socket), after: streamDelay(0, &lastToStream))
        }
    }

    // MARK: - A network that takes nothing

    var isNetworkGone: Bool { !isFaultFree && time < networkIsGoneUntil }

    func loseNetwork(for span: Int64) {
        guard !isFaultFree else { return }
        coverage.note("networks gone")
        trace { "the network is gone for \(span / 1_000_000) ms" }
        networkIsGoneUntil = time + span
        // The link tries again after at most 36 s.
        noteFault(until: networkIsGoneUntil + 40 * KNXScenario.second)
    }

    func networkTakesNothing() {
        trace { "not sent: the network is gone" }
        if daemon?.socket != nil { socketReports.append(.unsent(reason: "network is unreachable")) }
    }

    /// The delay of each copy of a datagram that arrives.
    private func datagramDelays() -> [Int64] {
        if !isFaultFree, dice.chance(scenario.lost) {
            noteNetworkFault("datagrams lost")
            return []
        }
        var delays = [dice.microseconds(scenario.latency)]
        guard !isFaultFree else { return delays }
        if dice.chance(scenario.delayed) {
            noteNetworkFault("datagrams delayed")
            delays[0] += dice.milliseconds(1...400)
        }
        if dice.chance(scenario.duplicated) {
            noteNetworkFault("datagrams duplicated")
            delays.append(delays[0] + dice.milliseconds(0...200))
        }
        return delays
    }

    private func noteNetworkFault(_ name: String) {
        coverage.note(name)
        trace { name }
        noteFault(until: time + 5 * KNXScenario.second)
    }

    /// The delay of the next data in a stream, which keeps its order.
    private func streamDelay(_ stream: Int, _ last: inout [Int: Int64]) -> Int64 {
        let arrival = max(time + dice.microseconds(scenario.latency), last[stream] ?? time)
        last[stream] = arrival
        return arrival - time
    }

    // MARK: - From the interface

    func feedInterface(_ input: InterfaceInput) { carryOut(interface.handle(input, at: busTime)) }

    func carryOut(_ actions: [InterfaceAction]) {
        for action in actions {
            switch action {
            case .datagram(let octets, let address):
                for delay in datagramDelays() { schedule(.datagramToClient(octets, to: address), after: delay) }
            case .multicast(let octets):
                schedule(.multicastToClient(octets), after: streamDelay(0, &lastFromStream))
            case .stream(let stream, let octets):
                schedule(.streamToClient(stream, octets), after: streamDelay(stream, &lastFromStream))
            case .closeStream(let stream):
                let delay = streamDelay(stream, &lastFromStream)
                schedule(.streamClosesAtClient(stream, reason: "closed by the interface"), after: delay)
            case .passed(let passed): notePassed(passed)
            // Rounded up, since whole nanoseconds are rounded down.
            case .wake(let moment): interfaceWake = moment.map { max(time, began + $0.nanoseconds + 1) }
            }
        }
    }

    /// Delivers a frame to the link.
    func deliver(_ octets: [UInt8]) {
        noteDelivery(octets)
        feedLink(.connection(.received(octets, from: Self.server)))
    }

    func deliverDatagram(_ octets: [UInt8], to address: SocketAddress) {
        if daemon?.socket == address { deliver(octets) }
    }

    func deliverFromStream(_ stream: Int, _ octets: [UInt8]) {
        if let socket = daemon?.socket, Int(socket.port) == stream { deliver(octets) }
    }

    func closeStreamOfClient(_ stream: Int, _ reason: String) {
        guard let socket = daemon?.socket, Int(socket.port) == stream else { return }
        daemon?.socket = nil
        feedLink(.connection(.closed(reason: reason)))
    }

    func breakStream() {
        guard !isFaultFree, let stream = daemon?.socket.map({ Int($0.port) }) else { return }
        coverage.note("streams broken")
        noteFault(until: time + 5 * KNXScenario.second)
        schedule(.streamClosesAtInterface(stream), after: dice.milliseconds(0...3000))
        closeStreamOfClient(stream, "connection reset")
    }
}
