public import DomoLanguage
public import DomoModel

/// The connection of a link to its server, bus or simulator, which does the I/O.
///
/// A port sends what it is given once and reports the outcome. It does not retry and keeps no state of the house: both
/// are the engine's job. It may hold a dispatch for a moment while its endpoint is busy.
public protocol LinkPort: AnyObject, Sendable {
    /// Called once, before anything is sent. A link whose endpoints report reachability reports that they are up before
    /// anything else about them. Unsolicited reports of the link go to `report`, from any thread; the receiver queues
    /// reports made from inside `send` or `read`.
    func start(_ report: @escaping @Sendable (LinkReport) -> Void)

    /// Sends a signal, at the latest with the next `flush`. Reports exactly once, from any thread, at the latest a
    /// moment after `dispatch.timeout`.
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void)

    /// Reads states, at the latest with the next `flush`. Reports exactly once, as `send` does.
    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void)

    /// Marks the end of a batch: what was passed so far is sent, together if that costs less.
    func flush()

    /// Cancels a dispatch or a query: it is reported at once, as lost if any of it may have been sent. Does nothing if
    /// it was reported already.
    func cancel(_ id: Dispatch.ID)

    /// Passes the new value of something that the link's profile exposes: the bus may read it from the link, or the
    /// link may send it from time to time.
    ///
    /// - `value`: nil if unknown or stale.
    func expose(_ subject: Exposed, _ value: Value?)

    /// Carries out a command. Reports exactly once, from any thread, within `LinkCommand.patience`. Only called if the
    /// link's profile takes commands.
    func perform(_ command: LinkCommand, report: @escaping @Sendable (Result<LinkAnswer, Fault>) -> Void)

    /// A load kept this port, with a profile that may differ, since house files define the addresses of elements.
    /// Everything sent or read from now on uses it. Called before anything else of that load.
    func use(_ profile: any LinkProfile)

    /// Accepts nothing new. What is in flight is reported as it ends; then `stopped` is called, from any thread.
    func stop(_ stopped: @escaping @Sendable () -> Void)
}

extension LinkPort {
    /// For a link without unsolicited reports.
    public func start(_ report: @escaping @Sendable (LinkReport) -> Void) {}

    /// For a link without readable states.
    public func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        report(.unusable(reason: "the link reports no state"))
    }

    /// For a link that sends at once.
    public func flush() {}

    public func expose(_ subject: Exposed, _ value: Value?) {}

    public func perform(_ command: LinkCommand, report: @escaping @Sendable (Result<LinkAnswer, Fault>) -> Void) {
        report(.failure(Fault(.badRequest, "this link is not a KNX bus", hint: "name one with --link")))
    }

    /// For a link whose port depends only on its settings.
    public func use(_ profile: any LinkProfile) {}

    public func stop(_ stopped: @escaping @Sendable () -> Void) { stopped() }
}
