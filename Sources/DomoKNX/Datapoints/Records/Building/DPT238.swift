/// 238.xxx: the configuration of a scene, and the DALI device diagnostics of a gateway.
///
/// Source: KNX 03/07/02, 3.50 (238.001) and 6.8 (238.600). Both bits of 238.001 mean yes if 0; scenes are sent as 0–63
/// and shown as 1–64, as in 17.001.
struct DPT238: RecordType {
    let number: UInt16 = 238

    static let records = [
        Record(
            1,
            "DPT_SceneConfig",
            "scene configuration",
            [.flag("storage enabled", when: 0), .flag("active", when: 0), .number("scene", 6, offset: 1)],
            shown: ["scene", "active", "storage enabled"]
        ),
        Record(
            600,
            "DPT_DALI_Diagnostics",
            "DALI diagnostics",
            [.flag("ballast failure"), .flag("lamp failure"), .number("address", 6)],
            shown: ["address", "lamp failure", "ballast failure"]
        ),
    ]
}
