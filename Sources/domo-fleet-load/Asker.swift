import DomoBridge
import DomoFleet
import DomoModel
import DomoNATS
import NIOCore

/// Gives one order, as often as it takes, and writes what became of it.
struct Asker: Sendable {
    let connection: NATSConnection
    let ledger: Ledger
    /// In milliseconds.
    let deadline: Int64

    func give(_ value: UInt64, to target: Target) async {
        let sent = Moment.now().time.milliseconds
        let order = FleetOrder(
            key: "load-\(value)",
            sent: sent,
            deadline: sent + deadline,
            principal: "load",
            token: target.token,
            line: LoadOrders.line(value)
        )
        ledger.write("sent \(target.house) \(value) \(sent) \(order.deadline)")
        var result = "none"
        // One try after the deadline: it must be refused, or answered as before.
        var isLast = false
        while !isLast {
            isLast = Moment.now().time.milliseconds > order.deadline
            do throws(NATSFault) {
                result = Self.code(of: try await send(order, to: target.house))
                break
            } catch {
                switch error {
                case .noResponders: result = "no-responders"
                case .notConnected: result = "not-connected"
                default: result = "no-reply"
                }
            }
            await pause(.milliseconds(300))
        }
        ledger.write("reply \(target.house) \(value) \(Moment.now().time.milliseconds) \(result)")
        if value.isMultiple(of: 4) { await repeatLater(order, value, to: target.house) }
    }

    /// The same order again, also after its deadline, and after the house was started anew: it must not be carried out
    /// again.
    private func repeatLater(_ order: FleetOrder, _ value: UInt64, to house: HouseID) async {
        await pause(.milliseconds(Int64.random(in: 0...2 * deadline)))
        do throws(NATSFault) {
            let code = Self.code(of: try await send(order, to: house))
            ledger.write("again \(house) \(value) \(Moment.now().time.milliseconds) \(code)")
        } catch {
            ledger.write("again \(house) \(value) \(Moment.now().time.milliseconds) no-reply")
        }
    }

    func send(_ order: FleetOrder, to house: HouseID) async throws(NATSFault) -> [UInt8] {
        let reply = try await connection.request(
            ByteBuffer(bytes: order.json),
            to: FleetSubjects.to(house, .order),
            inbox: "domo.v1.reply.\(house).\(LoadOrders.asker)",
            atMost: .milliseconds(1500)
        )
        return Array(reply.payload.readableBytesView)
    }

    private func pause(_ time: Duration) async {
        do {
            // Before the next attempt.
            try await Task.sleep(for: time)
        } catch {
            // The program stops; the loop ends at the deadline.
        }
    }

    /// `ok`, or the code of the fault.
    static func code(of reply: [UInt8]) -> String {
        let text = String(decoding: reply, as: UTF8.self)
        guard !text.hasPrefix(#"{"ok":"#) else { return "ok" }
        let parts = text.split(separator: "\"", maxSplits: 6)
        return parts.count > 5 ? String(parts[5]) : "unreadable"
    }
}
