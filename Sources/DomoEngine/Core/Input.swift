public import DomoLanguage
public import DomoModel

/// A request's number, given by the shell; never used twice in the life of an engine.
public struct RequestID: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// Everything that can happen to an engine.
public enum Input: Sendable {
    /// Somebody asks. It is answered by exactly one effect, now or later.
    case request(Request, id: RequestID, principal: Principal)
    /// A link reports what became of a dispatch.
    case outcome(Dispatch.ID, Outcome)
    /// A link reports what became of a query. A long answer comes in several parts, of which only the last is final.
    case answer(Dispatch.ID, Answer, isLast: Bool = true)
    /// A link reports by itself.
    case observed(LinkID, [Observation])
    /// Traffic that went by on a link.
    case messages(LinkID, [LinkMessage])
    /// Somebody on the bus of a link orders facets: as a person does.
    case requested(LinkID, [LinkOrder])
    /// Somebody on the bus of a link runs a scene.
    case runScene(LinkID, name: String, address: String, source: String?)
    /// A link reports how it is connected to its bus.
    case connection(LinkID, LinkConnection)
    /// A link reports how it is, or one of its endpoints, by its label.
    case link(LinkID, endpoint: String?, LinkState)
    /// What was stored in an earlier life. Newer knowledge is kept.
    case remembered(Memory)
    /// Orders get higher numbers than this from now on.
    case numbersTaken(upTo: UInt64)
    /// The tokens that hold now, by name, and what each may do.
    case tokens([String: AccessRules.Grant])
    /// The previous run of the daemon ended while a scene of this name was recorded.
    case recordingLost(String)
    /// Where users put things on floor plans.
    case positions(PlanTable)
    /// The moment asked for with `Effect.wake` has come, or an earlier one.
    case wake
    /// The houses were read. Replaces what was known of them; readings of elements that stay are kept.
    /// Answers the requests that asked for it.
    case load(Catalog, ids: [RequestID])
    /// The same, for who has done beforehand what takes long.
    case prepared(PreparedLoad, ids: [RequestID])
    /// The houses could not be read. What was known of them stays.
    case loadFailed(Fault, ids: [RequestID])
    /// The daemon is stopping: orders that wait are given up, those in flight may finish, new ones are refused.
    case stop
    /// The daemon ends now: orders in flight end without their outcome.
    case giveUp
}

/// Everything that an engine can want done.
public enum Effect: Sendable {
    /// A link comes in: what its port reports by itself is fed in with this ID.
    case start(LinkID, any LinkPort)
    /// A link goes: what it has in flight is still reported. Another of its key is started only when it has stopped.
    case stop(LinkID, any LinkPort)
    /// A link stays over a load, with this profile.
    case use(any LinkProfile, via: any LinkPort)
    case send(Dispatch, via: any LinkPort)
    case read(Query, via: any LinkPort)
    case cancel(Dispatch.ID, via: any LinkPort)
    /// Something that a link exposes has this value now; nil where it is not known or stale.
    case expose(Exposed, Value?, via: any LinkPort)
    /// The reply is what the port answers.
    case command(RequestID, LinkCommand, via: any LinkPort)
    /// The reply lists the interfaces that answer.
    case discover(RequestID, InterfaceQuery)
    /// The reply is what becomes of the tokens.
    case token(RequestID, TokenChange)
    /// The reply is what becomes of a file.
    case file(RequestID, FileTask)
    case reply(RequestID, Reply)
    /// A reply that waits until all records before it are stored: nothing that was answered is forgotten.
    case replyStored(RequestID, Reply)
    /// The reply is what this comes to. It may be worked out elsewhere while the engine goes on: nothing is fed in for it.
    case work(RequestID, LongAnswer)
    case persist(Record)
    /// Wants an answer out of what was stored; `otherwise` where nothing is.
    case recall(RequestID, Recall, otherwise: Reply)
    case publish(Event)
    /// Traffic went by on a link: to be told those who watch it, and nobody else (`Event.init(_:of:at:)`).
    case messages(LinkID, [LinkMessage])
    /// Somebody was not allowed to do something, which is told in the log.
    case refused(Refusal)
    /// Wants `Input.wake` at this moment; takes the place of any earlier wish.
    case wake(at: Instant)
    /// Wants the houses read again: answered by `Input.load` or `Input.loadFailed` with the same number.
    case load(RequestID)
}

extension Input {
    /// What a link reports by itself.
    public init(_ report: LinkReport, from link: LinkID) {
        self =
            switch report {
            case .observed(let observations): .observed(link, observations)
            case .messages(let messages): .messages(link, messages)
            case .requested(let orders): .requested(link, orders)
            case .runScene(let name, let address, let source):
                .runScene(link, name: name, address: address, source: source)
            case .state(let endpoint, let state): .link(link, endpoint: endpoint, state)
            case .connection(let connection): .connection(link, connection)
            }
    }
}
