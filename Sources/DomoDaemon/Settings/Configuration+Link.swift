import DomoHTTP
import DomoKNXIP
import DomoLanguage

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

    init(url: String, from source: String) throws(StartFault) {
        if InterfaceAddress.isMeant(by: url) {
            do throws(InterfaceAddress.Fault) {
                self.init(kind: LinkKind.knx.word, settings: KNXSettings(address: try InterfaceAddress(url)))
                return
            } catch {
                throw StartFault(.badConfiguration, "\(source): \(error.message)", hint: error.hint)
            }
        }
        do {
            self.init(try ServerSettings(url: url))
        } catch {
            throw StartFault(.badConfiguration, "\(source): \(error.message)", hint: error.hint)
        }
    }
}
