/// 18.001: run a scene, or store the current state as a scene. Scene numbers are 1–64 for people and 0–63 on the bus.
///
/// The value is a record of `learn` and `scene`; people see `5` and `learn 5`.
///
/// Source: KNX 03/07/02, 3.18. Bit 6 is reserved and ignored, as in xknx: the scene is unambiguous without it.
struct DPT18: MainType {
    let number: UInt16 = 18

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        Subtype(1, "DPT_SceneControl", "scene control", size: .octets(1))
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 1 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 1 octet")
        }
        return record(learn: data[0] & 0x80 != 0, scene: .integer(Int64(data[0] & 0x3F) + 1))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .bool(let learn) = value["learn"], let scene = value["scene"] else {
            throw .wrongForm(value, subtype, expected: "a record of learn and scene")
        }
        return .octets([(learn ? 0x80 : 0) | (try DPT17.octet(scene, subtype))])
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .bool(let learn) = value["learn"], let scene = value["scene"] else { return value.description }
        return (learn ? "learn " : "") + scene.description
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let written = text.trimmingSpaces()
        for (prefix, learn) in [("learn ", true), ("activate ", false), ("run ", false)]
        where written.lowercased().hasPrefix(prefix) {
            return record(
                learn: learn,
                scene: try DecimalText.number(String(written.dropFirst(prefix.count)), unit: nil)
            )
        }
        do {
            return record(learn: false, scene: try DecimalText.number(written, unit: nil))
        } catch {
            throw DatapointFault(.wrongForm, "\"\(text)\" is not a scene", hint: "write 5 or learn 5")
        }
    }

    private func record(learn: Bool, scene: DatapointValue) -> DatapointValue {
        .record([.init("learn", .bool(learn)), .init("scene", scene)])
    }
}
