public import DomoLanguage
public import DomoModel

/// The way of a link to its server, bus or simulator: it does the input and output.
///
/// A port sends once what it is given and reports what became of it. It retries nothing and keeps no state of the house:
/// that is the engine's. It may hold a dispatch for a moment where its endpoint takes no more at once.
public protocol LinkPort: AnyObject, Sendable {
    /// Called once, before anything is sent. A link whose endpoints report when they can be reached reports that they are up
    /// before anything else of them. Whatever the link has to report by itself goes to `report`, from any thread;
    /// a report from inside `send` or `read` is queued by whoever receives it.
    func start(_ report: @escaping @Sendable (LinkReport) -> Void)

    /// Sends a signal, at the latest with the next `flush`. Reports exactly once, from any thread, and no later than a moment
    /// after `dispatch.timeout`.
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void)

    /// Asks for states, at the latest with the next `flush`. Reports exactly once, as `send` does.
    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void)

    /// Nothing more is sent or read for the moment: what was given so far goes out, together where that costs less.
    func flush()

    /// Gives up a dispatch or a query: it is reported at once, as lost if any of it may have left. Does nothing for one
    /// that has been reported.
    func cancel(_ id: Dispatch.ID)

    /// Something that the link's profile exposes has this value now: the link may be asked for it by its bus, or send it
    /// from time to time.
    ///
    /// - `value`: nil where it is not known or stale.
    func expose(_ subject: Exposed, _ value: Value?)

    /// Carries out a command of a person. Reports exactly once, from any thread, and within `LinkCommand.patience`. Asked
    /// only where the link's profile takes commands.
    func perform(_ command: LinkCommand, report: @escaping @Sendable (Result<LinkAnswer, Fault>) -> Void)

    /// A load kept this port, and brought this profile for it, which may be another one: house files say what the
    /// addresses of elements are. What is sent or read from now on is meant by it. Called before anything else of that load.
    func use(_ profile: any LinkProfile)

    /// Takes nothing new. What is in flight is reported as it ends; then `stopped` is called, from any thread.
    func stop(_ stopped: @escaping @Sendable () -> Void)
}

extension LinkPort {
    /// For a link that reports nothing by itself.
    public func start(_ report: @escaping @Sendable (LinkReport) -> Void) {}

    /// For a link without readable states.
    public func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        report(.unusable(reason: "the link reports no state"))
    }

    /// For a link that sends at once.
    public func flush() {}

    public func expose(_ subject: Exposed, _ value: Value?) {}

    public func perform(_ command: LinkCommand, report: @escaping @Sendable (Result<LinkAnswer, Fault>) -> Void) {
        report(.failure(Fault(.badRequest, "this link takes no commands", hint: "only a link to a bus does")))
    }

    /// For a link whose port depends on its settings alone.
    public func use(_ profile: any LinkProfile) {}

    public func stop(_ stopped: @escaping @Sendable () -> Void) { stopped() }
}
