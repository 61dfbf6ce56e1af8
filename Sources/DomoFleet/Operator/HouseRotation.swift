import DomoModel
import DomoNATS
import NIOCore

/// Has a house make a new key, and revokes the old one when the house has the new one.
struct HouseRotation {
    private static let limit: TimeAmount = .seconds(60)

    let folder: OperatorFolder

    func rotate(_ house: HouseID) async throws {
        let asker = "operator\(NATSSettings.inboxSecret())"
        let settings = try folder.settings(
            .rotation(of: house, asker: asker),
            of: folder.fleet.account,
            signedBy: try folder.seed(.account),
            inbox: "\(FleetSubjects.prefix).reply.\(house).\(asker)"
        )
        let new = try await ShortConnection.use(settings) { connection in
            let reply: NATSMessage
            do throws(NATSFault) {
                let subject = FleetSubjects.rotation(of: house)
                reply = try await connection.request(ByteBuffer(), to: subject, atMost: Self.limit)
            } catch {
                throw Self.fault(error, house)
            }
            return try RotationReply.key(in: reply.payload.bytes)
        }
        let old = try folder.register.change(house) { registered throws(HouseFault) -> NKey? in
            guard let key = registered?.key, registered?.next == new || key == new else {
                throw HouseFault("the new key \(new) of the house \(house) is not in the register: nothing was revoked")
            }
            registered?.key = new
            registered?.next = nil
            return key == new ? nil : key
        }
        guard let old else { return }
        let end = Moment.now().time.milliseconds + 86_400_000 * Int64(folder.fleet.days + 1)
        try await KeyRevocation(folder: folder).revoke([old], end: Timestamp(milliseconds: end))
    }

    private static func fault(_ fault: NATSFault, _ house: HouseID) -> HouseFault {
        switch fault {
        case .noResponders:
            HouseFault(
                "the house \(house) is not connected to the fleet: try again later, or use house revoke and house code"
            )
        case .timedOut: HouseFault("the house \(house) did not answer: nothing was revoked; try again later")
        case .notConnected, .disconnected, .cancelled, .overloaded, .payloadTooLarge, .invalid:
            HouseFault("the house \(house) was not asked: \(fault)")
        }
    }
}
