import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoLanguage

// Telegrams for display, with the elements and the type that the house files give their address.

extension KNXLinkProfile {
    func message(of telegram: GroupTelegram, _ frame: [UInt8], isOwn: Bool) -> LinkMessage {
        let type = table.type(of: telegram.destination)
        let (service, payload): (TelegramView.Service, Payload?) =
            switch telegram.service {
            case .read: (.read, nil)
            case .write(let payload): (.write, payload)
            case .response(let payload): (.response, payload)
            }
        let value = payload.flatMap { payload in type.flatMap { $0.readableText(of: payload) } }
        let view = TelegramView(
            address: telegram.destination.description,
            service: service,
            value: value,
            unit: value == nil ? nil : type?.unit,
            type: type?.description,
            raw: payload?.hex ?? "",
            source: isOwn ? nil : telegram.source.description,
            isOwn: isOwn,
            frame: frame.isEmpty ? nil : frame.hex
        )
        let facets = table[telegram.destination].compactMap { $0.facet.map { bindings.facets[$0].facet } }
        return LinkMessage(view, facets: facets)
    }

    /// Nil if the frame is not a group telegram: another program wrote the log, or the file is damaged.
    func message(of logged: LoggedTelegram) -> LinkMessage? {
        do throws(FrameFault) {
            guard case .data(let frame) = try CEMIFrame(decoding: logged.frame), let telegram = frame.telegram else {
                return nil
            }
            return message(of: telegram, logged.frame, isOwn: logged.isOwn)
        } catch {
            return nil
        }
    }
}

extension DatapointType {
    /// Nil if the data does not fit the type; then only the raw data is shown.
    func readableText(of payload: Payload) -> String? {
        do throws(DatapointFault) {
            return text(of: try decode(payload))
        } catch {
            return nil
        }
    }
}
