public import DomoLanguage
public import DomoModel

/// A request's number, assigned by the shell; unique within the life of an engine.
public struct RequestID: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// All inputs of an engine.
public enum Input: Sendable {
    /// A request. It is answered by exactly one effect, now or later.
    case request(Request, id: RequestID, principal: Principal)
    /// A link reports the outcome of a dispatch.
    case outcome(Dispatch.ID, Outcome)
    /// A link reports the answer to a query. A long answer arrives in several parts, of which only the last is final.
    case answer(Dispatch.ID, Answer, isLast: Bool = true)
    /// A link reports states unasked.
    case observed(LinkID, [Observation])
    /// Telegrams seen by a link.
    case messages(LinkID, [LinkMessage])
    /// Orders from the bus of a link, given by a person there.
    case requested(LinkID, [LinkOrder])
    /// A scene requested from the bus of a link.
    case runScene(LinkID, name: String, address: String, source: String?)
    /// A link reports how it is connected to its bus.
    case connection(LinkID, LinkConnection)
    /// A link reports its state, or that of one of its endpoints, by the endpoint's label.
    case link(LinkID, endpoint: String?, LinkState)
    /// The records of the previous run. Newer readings are kept.
    case remembered(Memory)
    /// Order numbers up to this one are taken.
    case numbersTaken(upTo: UInt64)
    /// All valid tokens, by name, with their rights.
    case tokens([UInt64: AccessRules.Token])
    /// All hooks, by their identities.
    case hooks([UInt64: HookRule])
    /// An authentic delivery to a hook, which is answered as a request.
    case knocked(HookCall, id: RequestID)
    /// The previous run of the daemon ended while a scene of this name was recorded.
    case recordingLost(String)
    /// Where users placed elements on floor plans.
    case positions(PlanTable)
    /// What domo held before, for the loads that follow.
    case virtuals(VirtualTable)
    /// The pulses that the previous run did not end.
    case pulses([OpenPulse])
    /// The pulses of `Effect.keepPulses` up to this number are written down, or can't be.
    case pulsesStored(upTo: UInt64, isStored: Bool)
    /// The notices of the previous run.
    case notices(NoticeTable)
    /// The connection of the attached notifier has ended.
    case notifierGone
    /// A message could not be handed to the notifier, which had gone meanwhile.
    case undelivered(UInt64)
    /// The time requested with `Effect.wake`, or an earlier one.
    case wake
    /// The houses were loaded. Replaces the previous ones; elements that stay keep their readings. Answers the requests
    /// for the load.
    case load(Catalog, ids: [RequestID])
    /// The same, with the slow part done beforehand.
    case prepared(PreparedLoad, ids: [RequestID])
    /// The load failed. The previous houses stay.
    ///
    /// - Parameter access: what the files say about access; nil if that can't be read.
    case loadFailed(Fault, access: AccessRules? = nil, ids: [RequestID])
    /// The daemon is stopping: waiting orders are dropped, those in flight may finish, new ones are refused.
    case stop
    /// The daemon exits now: orders in flight end without their outcome.
    case giveUp
}

/// All effects that an engine can request. They are copied often, so that what is long is kept apart.
public enum Effect: Sendable {
    /// Starts a link: what its port reports is fed in with this ID.
    case start(LinkID, any LinkPort)
    /// Stops a link: outcomes of its dispatches in flight are still reported. Another link with its key is started only
    /// once it has stopped.
    case stop(LinkID, any LinkPort)
    /// A link stays over a load, with this profile.
    case use(any LinkProfile, via: any LinkPort)
    case send(Dispatch, via: any LinkPort)
    case read(Query, via: any LinkPort)
    case cancel(Dispatch.ID, via: any LinkPort)
    /// The current value of something that a link exposes; nil if it is unknown or stale.
    case expose(Exposed, Value?, via: any LinkPort)
    /// The reply is the port's answer.
    case command(RequestID, LinkCommand, via: any LinkPort)
    /// The reply lists the interfaces that answer.
    case discover(RequestID, InterfaceQuery)
    /// The reply is the result of the token change.
    case token(RequestID, TokenChange)
    /// The reply is the result of the change of hooks.
    case hook(RequestID, HookChange)
    /// A delivery to a hook was carried out. Its answer follows.
    case knocked(RequestID, what: String)
    /// The reply is the result of a request about the browsers that get messages.
    case push(RequestID, PushRequest)
    /// The reply is the result of the file operation.
    case file(RequestID, FileTask)
    case reply(RequestID, Reply)
    /// A reply that waits until all records before it are stored, so that no answered order is lost.
    case replyStored(RequestID, Reply)
    /// The reply is the result of this work. It may be done elsewhere while the engine continues: nothing is fed in for
    /// it.
    case work(RequestID, LongAnswer)
    case persist(Record)
    /// Stores what domo itself holds, before any later reply.
    case keep(VirtualTable)
    /// Writes down the pulses that have to be ended, and answers with `Input.pulsesStored`.
    case keepPulses([OpenPulse], number: UInt64)
    /// Stores the notices, before any later message is delivered.
    case keepNotices(NoticeTable)
    /// The connection of the request is that of the notifier from now on.
    case attach(RequestID)
    /// An event for the attached notifier alone.
    indirect case deliver(Event)
    /// Asks for a reply from the stored records; `otherwise` if there is no database.
    indirect case recall(RequestID, Recall, otherwise: Reply)
    indirect case publish(Event)
    /// Telegrams seen by a link, only for clients that watch it (`Event.init(_:of:at:)`).
    case messages(LinkID, [LinkMessage])
    /// A refused request, for the log.
    case refused(Refusal)
    /// Requests `Input.wake` at this time; replaces any earlier request.
    case wake(at: Instant)
    /// Requests a load of the houses, answered by `Input.load` or `Input.loadFailed` with the same number.
    case load(RequestID)
}

extension Input {
    /// An unsolicited report of a link.
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
