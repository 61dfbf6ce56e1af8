import DomoModel

/// The parameters of `knx discover`.
public struct InterfaceQuery: Equatable, Sendable {
    /// The address or name of one interface to ask directly; nil to search all networks.
    public var host: String?
    /// The only network interface to search through, by its system name: `eth0`.
    public var network: String?
    /// How long to wait for answers.
    public var timeout: Duration

    public static let defaultTimeout: Duration = .seconds(3)
    public static let timeouts: ClosedRange<Duration> = .milliseconds(100)...(.seconds(30))

    public init(host: String? = nil, network: String? = nil, timeout: Duration = Self.defaultTimeout) {
        (self.host, self.network, self.timeout) = (host, network, timeout)
    }

    init(_ arguments: Arguments) throws(UsageError) {
        self.init(host: arguments.operands.first, network: arguments.value("--interface"))
        if host != nil, network != nil {
            throw arguments.usageError("--interface can't be used with a host", hint: "remove --interface")
        }
        timeout =
            try arguments.value("--timeout") { text throws(Fault) in
                guard let duration = DurationText.read(text), Self.timeouts.contains(duration) else {
                    throw Fault(
                        .badRequest,
                        "\"\(text.prefix(80))\" is not a timeout",
                        hint: "use 100ms–30s, such as 5s"
                    )
                }
                return duration
            } ?? Self.defaultTimeout
    }

    /// The words after the verb.
    var words: [String] {
        (network.map { ["--interface", Words.quoted($0)] } ?? [])
            + (timeout == Self.defaultTimeout ? [] : ["--timeout", DurationText.write(timeout)])
            + ["discover"] + (host.map { [Words.quoted($0)] } ?? [])
    }
}
