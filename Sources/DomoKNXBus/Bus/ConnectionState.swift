import DomoEngine
import DomoKNX
import DomoLanguage

/// Whether the link is connected to the bus, and how.
struct ConnectionState: Sendable {
    private(set) var isUp = false
    /// Why the connection is down.
    private(set) var downReason = "not connected yet"
    /// The address on the bus that the interface or the configuration gave domo.
    private var ownAddress: IndividualAddress?
    /// When the pause ends; nil if none was requested.
    private var pausedUntil: Instant?
    /// The connection as last reported.
    private var reported = LinkConnection()

    /// The connection is open; a pause is over.
    mutating func connect(as own: IndividualAddress?, into actions: inout [BusMachine.Action]) {
        pausedUntil = nil
        ownAddress = own
        report(into: &actions) { $0.address = own?.description }
    }

    mutating func disconnect(into actions: inout [BusMachine.Action]) {
        report(into: &actions) { $0.address = nil }
    }

    mutating func note(_ interface: InterfaceDescription, into actions: inout [BusMachine.Action]) {
        report(into: &actions) { $0.interface = InterfaceView(interface) }
    }

    mutating func note(_ senders: SenderReport, into actions: inout [BusMachine.Action]) {
        report(into: &actions) { connection in
            connection.acceptsAnySender = senders.acceptsAnySender ? true : nil
            connection.dropped = senders.count == 0 ? nil : DroppedDatagrams(senders)
        }
    }

    /// Reports the connection if it changed.
    private mutating func report(into actions: inout [BusMachine.Action], _ change: (inout LinkConnection) -> Void) {
        let before = reported
        change(&reported)
        if reported != before { actions.append(.report(.connection(reported))) }
    }

    mutating func goUp() { isUp = true }

    /// - Returns: False if it was down for the same reason.
    mutating func goDown(_ reason: String) -> Bool {
        guard isUp || downReason != reason else { return false }
        isUp = false
        downReason = reason
        return true
    }

    mutating func pause(until end: Instant) { pausedUntil = end }

    /// - Returns: False if it is not paused.
    mutating func resume(at now: Instant) -> Bool {
        guard let until = pausedUntil, now < until else { return false }
        pausedUntil = nil
        return true
    }

    /// The L_Data.con for one of domo's own telegrams, as the interface sends it; empty if the telegram can't be
    /// encoded.
    func ownFrame(_ telegram: GroupTelegram) -> [UInt8] {
        var telegram = telegram
        if let ownAddress { telegram.source = ownAddress }
        do throws(FrameFault) {
            return try DataFrame(.confirmation, telegram).encoded()
        } catch {
            return []
        }
    }
}
