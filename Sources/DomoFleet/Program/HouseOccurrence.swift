import DomoClient
import DomoLanguage
import DomoNATS
import NIOCore

/// What happens around a house.
enum HouseOccurrence: Sendable {
    case connected
    case disconnected
    case message(NATSMessage)
    case acknowledged(UInt64)
    case refused(UInt64, String)
    case time(FleetTime?, number: UInt64)
    case attached(DaemonConnection)
    case detached
    case event(ByteBuffer)
    case reply(ByteBuffer, to: HouseQuestion)
    case saved
    case notSaved(String)
    case open(Sessions.ID, DaemonConnection)
    case notOpen(Sessions.ID, Fault)
    case lost(Sessions.ID)
    case leaseLost(Leases.ID)
    case orderReply(ByteBuffer, to: OrderDesk.ID, on: Sessions.ID)
    /// The time of the next `advance`.
    case moment
    case stop
}
