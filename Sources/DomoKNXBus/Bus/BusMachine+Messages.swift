import DomoEngine
import DomoKNX
import DomoLanguage

// What goes by on the bus, for those who watch it and for the triggers of scenes.

extension BusMachine {
    mutating func show(_ telegram: GroupTelegram, isOwn: Bool) {
        actions.append(.report(.messages([message(of: telegram, isOwn: isOwn)])))
    }

    private func message(of telegram: GroupTelegram, isOwn: Bool) -> LinkMessage {
        let roles = profile.table[telegram.destination]
        let type = profile.table.type(of: telegram.destination)
        let (service, payload): (LinkMessage.Service, Payload?) =
            switch telegram.service {
            case .read: (.read, nil)
            case .write(let payload): (.write, payload)
            case .response(let payload): (.response, payload)
            }
        let value = payload.flatMap { payload in type.flatMap { type in try? type.text(of: type.decode(payload)) } }
        return LinkMessage(
            address: telegram.destination.description,
            service: service,
            value: value,
            unit: value == nil ? nil : type?.unit,
            type: type?.description,
            raw: payload?.hex ?? "",
            source: isOwn ? nil : telegram.source.description,
            facets: roles.compactMap { $0.facet.map { profile.bindings.facets[$0].facet } },
            isOwn: isOwn
        )
    }
}
