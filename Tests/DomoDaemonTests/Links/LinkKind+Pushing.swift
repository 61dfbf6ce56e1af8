import DomoEngine
import DomoYAML

@testable import DomoDaemon

/// `{kind: pushing, address: NAME}`
struct PushingSettings: LinkSettings {
    var label: String
    var bus: PushingBus

    static func == (one: Self, other: Self) -> Bool { one.label == other.label && one.bus === other.bus }

    func profile(label: String) -> any LinkProfile {
        PushingProfile(endpoints: [EndpointProfile(label: label, reportsReachability: true)])
    }

    func makeLink(
        label: String,
        with resources: LinkResources
    ) -> (profile: any LinkProfile, port: any LinkPort) {
        (profile(label: label), PushingLink(bus))
    }
}

extension LinkKind {
    static func pushing(_ bus: PushingBus) -> LinkKind {
        LinkKind(word: "pushing", keys: ["address"]) { file, entries, node in
            guard let address = entries["address"] else {
                file.yaml.fault(node, "the link has no address", "add address: NAME")
                return nil
            }
            return file.yaml.text(address, "address").map { PushingSettings(label: $0, bus: bus) }
        }
    }
}
