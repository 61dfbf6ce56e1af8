import DomoKNX

/// Multicast traffic: searches and the telegrams of other routers and programs.
extension SimulatedInterface {
    mutating func handle(multicast octets: [UInt8], from sender: SocketAddress, at now: Duration) {
        switch decoded(octets) {
        case .searchRequest(let request): answer(request, by: .udp(sender))
        case .routingIndication(let message): if settings.routingGroup != nil { route(message, at: now) }
        default: break
        }
    }

    /// Source: KNX 03/08/05 Routing, 2.3.4 and 2.3.5: a router whose queue fills up asks all senders to pause, and
    /// reports dropped frames.
    private mutating func route(_ message: [UInt8], at now: Duration) {
        guard case .data(let frame) = cemi(message), frame.code == .indication, let telegram = frame.telegram else {
            return
        }
        if let busy = bus.faults.next(.busy, group: telegram.destination, at: now) {
            return sendBusy(wait: busy.delay)
        }
        if isBusLost || bus.queueLength >= settings.routingQueue * 3
            || bus.faults.next(.lost, group: telegram.destination, at: now) != nil
        {
            return sendLost()
        }
        lastTicket += 1
        requests[lastTicket] = .routing
        bus.send(telegram, from: .interface(ticket: lastTicket), at: now)
        guard bus.queueLength >= settings.routingQueue, busyUntil <= now else { return }
        busyUntil = now + .milliseconds(100)
        sendBusy(wait: .milliseconds(100))
    }

    mutating func sendLost() {
        lostFrames &+= 1
        let message = RoutingLostMessage(deviceState: isBusLost ? 1 : 0, count: lostFrames)
        actions.append(.multicast(IPFrame.routingLostMessage(message).encoded))
    }

    private mutating func sendBusy(wait: Duration) {
        let busy = RoutingBusy(wait: UInt16(min(65_535, wait / .milliseconds(1))))
        actions.append(.multicast(IPFrame.routingBusy(busy).encoded))
    }
}
