import DomoEngine
import DomoLanguage
import NIOCore

/// A connection as the runtime sees it: it sends requests and gets replies.
///
/// The runtime calls it only on its own event loop, and keeps it from `opened` to `closed`.
protocol Client: AnyObject {
    /// The current principal; it may change.
    var principal: Principal { get }

    /// The principal without a token.
    var peer: Principal { get }

    /// Changes the principal; nil restores `peer`.
    func become(_ principal: Principal?)

    /// Whose limits and turns it shares. Set by the runtime.
    var account: ClientQuota.Account { get set }

    /// Handles lines that it has sent, until there are no more, it has to wait, or its turn is over.
    ///
    /// - Returns: whether it needs another turn.
    func takeTurn(_ slice: inout TurnSlice, in runtime: isolated HouseRuntime) -> Bool

    /// The time of its last input; nil if it is owed an answer, is watching, or is being closed.
    var idleSince: NIODeadline? { get }

    /// Takes the reply to the request with this number. Replies may come in any order, each once.
    func answer(_ number: Int, _ reply: Reply, in runtime: isolated HouseRuntime)

    /// The answer to the request with this number is being computed. Until it is ready the client sends no further
    /// requests, which limits its cost.
    func willWork(on number: Int)

    /// Takes such an answer, or another that was serialized on another thread.
    func answer(_ number: Int, written reply: WrittenReply, in runtime: isolated HouseRuntime)

    /// Takes an event, already serialized as a line of JSON.
    func send(event line: [UInt8], in runtime: isolated HouseRuntime)

    /// A turn in which the client was given output has ended: it sends the output now, in one piece.
    func turnEnds()

    /// Closes the connection once all its output has been sent.
    func close()

    /// The same, because the daemon stops.
    func closeForStop(in runtime: isolated HouseRuntime)
}
