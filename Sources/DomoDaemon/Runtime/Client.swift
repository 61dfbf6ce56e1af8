import DomoEngine
import DomoLanguage
import NIOCore

/// One who asks and is answered: all that the runtime knows of a connection.
///
/// The runtime calls it on its own event loop alone, and keeps it from `opened` to `closed`.
protocol Client: AnyObject {
    /// Who it is, right now: it may change with the time.
    var principal: Principal { get }

    /// Who it is without any token.
    var peer: Principal { get }

    /// It is somebody else from now on; nil for its peer.
    func become(_ principal: Principal?)

    /// Since when nothing has come from it; nil for one that is owed an answer, watches, or is being closed.
    var idleSince: NIODeadline? { get }

    /// Takes the reply to a request that came with this number. Replies may come in any order, each once.
    func answer(_ number: Int, _ reply: Reply, in runtime: isolated HouseRuntime)

    /// The answer to the request with this number is being worked out. Until it is there the client gives no further
    /// requests: what it costs is bounded.
    func willWork(on number: Int)

    /// Takes that answer, or another that was written elsewhere.
    func answer(_ number: Int, written reply: WrittenReply, in runtime: isolated HouseRuntime)

    /// Takes an event, already written as a line of JSON.
    func send(event line: [UInt8], in runtime: isolated HouseRuntime)

    /// A turn in which the client was touched ends: what it was given goes out now, in one piece.
    func turnEnds()

    /// Ends the connection once all that it was given has gone out.
    func close()
}
