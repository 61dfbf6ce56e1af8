import DomoLanguage
import DomoModel

/// The effects requested so far, in order.
struct Outbox: Sendable {
    private var effects: [Effect] = []

    /// Swaps the collected effects with the caller's array.
    mutating func exchange(with other: inout [Effect]) { swap(&effects, &other) }

    mutating func send(_ dispatch: Dispatch, via port: any LinkPort) { effects.append(.send(dispatch, via: port)) }
    mutating func read(_ query: Query, via port: any LinkPort) { effects.append(.read(query, via: port)) }
    mutating func cancel(_ id: Dispatch.ID, via port: any LinkPort) { effects.append(.cancel(id, via: port)) }
    mutating func start(_ id: LinkID, _ port: any LinkPort) { effects.append(.start(id, port)) }
    mutating func stop(_ id: LinkID, _ port: any LinkPort) { effects.append(.stop(id, port)) }
    mutating func reply(_ id: RequestID, _ reply: Reply) { effects.append(.reply(id, reply)) }
    mutating func work(_ id: RequestID, _ answer: LongAnswer) { effects.append(.work(id, answer)) }
    mutating func use(_ profile: any LinkProfile, via port: any LinkPort) { effects.append(.use(profile, via: port)) }
    mutating func replyStored(_ id: RequestID, _ reply: Reply) { effects.append(.replyStored(id, reply)) }
    mutating func persist(_ record: Record) { effects.append(.persist(record)) }
    mutating func keep(_ virtuals: VirtualTable) { effects.append(.keep(virtuals)) }
    mutating func keep(_ pulses: [OpenPulse], number: UInt64) { effects.append(.keepPulses(pulses, number: number)) }
    mutating func keep(notices: NoticeTable) { effects.append(.keepNotices(notices)) }
    mutating func deliver(_ event: Event) { effects.append(.deliver(event)) }
    mutating func attach(_ id: RequestID) { effects.append(.attach(id)) }
    mutating func publish(_ event: Event) { effects.append(.publish(event)) }
    mutating func show(_ messages: [LinkMessage], of link: LinkID) { effects.append(.messages(link, messages)) }
    mutating func refuse(_ refusal: Refusal) { effects.append(.refused(refusal)) }
    mutating func load(_ id: RequestID) { effects.append(.load(id)) }
    mutating func wake(at moment: Instant) { effects.append(.wake(at: moment)) }

    mutating func discover(_ id: RequestID, _ query: InterfaceQuery) { effects.append(.discover(id, query)) }

    mutating func file(_ id: RequestID, _ task: FileTask) { effects.append(.file(id, task)) }

    mutating func token(_ id: RequestID, _ change: TokenChange) { effects.append(.token(id, change)) }

    mutating func hook(_ id: RequestID, _ change: HookChange) { effects.append(.hook(id, change)) }

    mutating func knocked(_ id: RequestID, what: String) { effects.append(.knocked(id, what: what)) }

    mutating func push(_ id: RequestID, _ request: PushRequest) { effects.append(.push(id, request)) }

    mutating func expose(_ subject: Exposed, _ value: Value?, via port: any LinkPort) {
        effects.append(.expose(subject, value, via: port))
    }

    mutating func command(_ id: RequestID, _ command: LinkCommand, via port: any LinkPort) {
        effects.append(.command(id, command, via: port))
    }

    mutating func recall(_ id: RequestID, _ recall: Recall, otherwise reply: Reply) {
        effects.append(.recall(id, recall, otherwise: reply))
    }
}
