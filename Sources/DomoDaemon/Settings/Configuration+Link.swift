import DomoHTTP
import DomoKNXIP
import DomoLanguage
import DomoModel

extension Configuration {
    /// A connection to a server, a bus or a simulator.
    struct Link: Sendable {
        /// Its key under `links`; nil for a link that is defined inline, without a key.
        var key: String?
        /// The word of its kind.
        var kind: String
        var settings: any LinkSettings
        /// The deadline of orders without one of their own.
        var deadline: Duration = Self.defaultDeadline

        /// The default deadline.
        static let defaultDeadline: Duration = .seconds(10)

        /// Whether the port of the other link can be reused.
        func isSameLink(as other: Link) -> Bool { key == other.key && settings.isEqual(to: other.settings) }
    }
}

extension Configuration.Link: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        one.isSameLink(as: other) && one.deadline == other.deadline
    }
}

extension Configuration.Link {
    /// A link to an HTTP server.
    init(_ settings: ServerSettings) {
        self.init(kind: LinkKind.http.word, settings: settings)
    }

    /// - Parameter dialect: one of those that domo brings.
    init(url: String, dialect name: String? = nil, from source: String) throws(StartFault) {
        if InterfaceAddress.isMeant(by: url) {
            guard name == nil else {
                throw StartFault(
                    .usage,
                    "--dialect: \(url) is a KNX interface, which has no dialect",
                    hint: "remove --dialect"
                )
            }
            do throws(InterfaceAddress.Fault) {
                self.init(kind: LinkKind.knx.word, settings: KNXSettings(address: try InterfaceAddress(url)))
                return
            } catch {
                throw StartFault(.badConfiguration, "\(source): \(error.message)", hint: error.hint)
            }
        }
        guard let dialect = name.map(Dialect.shipped) ?? .pervML else {
            throw .unknownDialect(name ?? "", from: "--dialect")
        }
        do {
            self.init(try ServerSettings(url: url, dialect: dialect))
        } catch {
            throw StartFault(.badConfiguration, "\(source): \(error.message)", hint: error.hint)
        }
    }
}

extension StartFault {
    static func unknownDialect(_ name: String, from source: String) -> StartFault {
        let names = Dialect.shipped.keys.sorted()
        let hint =
            (names.first { !name.isEmpty && $0.hasPrefix(name) } ?? closestWord(to: name, among: names)).map {
                "did you mean \($0)?"
            }
            ?? "use one of \(names.joined(separator: ", ")); a dialect of your own is named in the configuration file, "
            + "under \"server:\""
        return StartFault(.usage, "\(source): unknown dialect \"\(name)\"", hint: hint)
    }
}
