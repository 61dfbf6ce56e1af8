/// 26.001: whether a scene is active.
///
/// Source: KNX 03/07/02, 3.25: active is 0; scenes are sent as 0–63 and shown as 1–64 (note 16).
struct DPT26: RecordType {
    let number: UInt16 = 26

    static let records = [
        Record(
            1,
            "DPT_SceneInfo",
            "scene information",
            [.reserved(1), .flag("active", when: 0), .number("scene", 6, offset: 1)],
            shown: ["scene", "active"]
        )
    ]
}
