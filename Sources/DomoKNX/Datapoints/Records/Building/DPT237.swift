/// 237.600: the DALI control gear diagnostics of a gateway.
///
/// Source: KNX 03/07/02, 6.7.
struct DPT237: RecordType {
    let number: UInt16 = 237

    static let records = [
        Record(
            600,
            "DPT_DALI_Control_Gear_Diagnostic",
            "DALI control gear diagnostics",
            [
                .reserved(5), .flag("converter error"), .flag("ballast failure"), .flag("lamp failure"),
                .flag("read request"), .flag("group"), .number("address", 6),
            ],
            shown: ["address", "group", "read request", "lamp failure", "ballast failure", "converter error"]
        )
    ]
}
