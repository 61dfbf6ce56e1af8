import DomoEngine
import DomoKNX
import DomoKNXBus
import DomoKNXSim
import DomoModel

/// An event at a point in simulated time. `run` is the number of the daemon run that it belongs to.
enum KNXWorldEvent {
    // MARK: Between the engine and its link

    case toEngine(DomoEngine.Input, run: Int)
    case toLink(KNXLinkMachine.Input, run: Int)

    // MARK: The network

    case socketOpens(run: Int, number: Int)
    case datagramToInterface([UInt8], from: SocketAddress)
    case multicastToInterface([UInt8], from: SocketAddress)
    case datagramToClient([UInt8], to: SocketAddress)
    case multicastToClient([UInt8])
    case streamToInterface(Int, [UInt8])
    case streamClosesAtInterface(Int)
    case streamToClient(Int, [UInt8])
    case streamClosesAtClient(Int, reason: String)
    case streamBreaks
    /// For so many nanoseconds.
    case networkGoes(Int64)

    // MARK: People, faults, the daemon

    case user
    case press
    /// A cover is ordered to a position, or up.
    case cover(Int, Percent?)
    case fault(KNXFault)
    case reload
    case loaded(RequestID, run: Int)
    case kill
    case stop
    case giveUp(run: Int)
    case start
    /// The deadline for the reply to a request.
    case replyDue(UInt64, run: Int)
    case faultsEnd
    case peopleRest
    /// Checks whether everything has come to rest.
    case checkRest
}
