import DomoHTTP
import DomoKNXIP
import DomoLanguage

extension Configuration {
    /// A way to a server, a bus or a simulator.
    struct Link: Sendable {
        /// Its key under `links`; nil for one that is written in the place of a key.
        var key: String?
        /// The word of its kind.
        var kind: String
        var settings: any LinkSettings
        /// How long an order may take that has no deadline of its own.
        var deadline: Duration = Self.usualDeadline

        /// How long an order may take where nothing else is said.
        static let usualDeadline: Duration = .seconds(10)

        /// Whether a port of the other one will do.
        func isSameLink(as other: Link) -> Bool { key == other.key && settings.isEqual(to: other.settings) }
    }
}

extension Configuration.Link: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        one.isSameLink(as: other) && one.deadline == other.deadline
    }
}

extension Configuration.Link {
    /// A server over HTTP.
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
