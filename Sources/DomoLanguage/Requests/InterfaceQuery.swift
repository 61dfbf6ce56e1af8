/// What `knx discover` looks for.
public struct InterfaceQuery: Equatable, Sendable {
    /// Only the interface at this address or name, which is asked directly; nil: all networks are searched.
    public var host: String?
    /// Only through this network interface, by the name that the system gives it: `eth0`.
    public var network: String?
    /// How long answers are waited for.
    public var timeout: Duration

    public static let usualTimeout: Duration = .seconds(3)
    public static let timeouts: ClosedRange<Duration> = .milliseconds(100)...(.seconds(30))

    static let options: Set = ["--interface", "--timeout"]

    public init(host: String? = nil, network: String? = nil, timeout: Duration = Self.usualTimeout) {
        (self.host, self.network, self.timeout) = (host, network, timeout)
    }

    init(_ arguments: Arguments, host: String?) throws(Misread) {
        self.init(host: host, network: arguments.value("--interface"))
        if host != nil, network != nil {
            throw arguments.misread("--interface has no effect with a host: the system knows the way to it")
        }
        timeout =
            try arguments.value("--timeout") { text throws(Fault) in
                guard let duration = DurationText.read(text), Self.timeouts.contains(duration) else {
                    throw Fault(
                        .badRequest,
                        "\"\(text.prefix(80))\" is not a time to wait for answers",
                        hint: "it is 100ms–30s, such as 5s"
                    )
                }
                return duration
            } ?? Self.usualTimeout
    }

    /// The words after the verb.
    var words: [String] {
        (network.map { ["--interface", Words.quoted($0)] } ?? [])
            + (timeout == Self.usualTimeout ? [] : ["--timeout", DurationText.write(timeout)])
            + ["discover"] + (host.map { [Words.quoted($0)] } ?? [])
    }
}
