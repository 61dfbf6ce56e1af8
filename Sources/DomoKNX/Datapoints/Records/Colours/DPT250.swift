/// 250.600: relative control of colour temperature and brightness.
///
/// Source: KNX 03/07/02, 6.17.
struct DPT250: RecordType {
    let number: UInt16 = 250

    static let records = [
        Record(
            600,
            "DPT_Brightness_Colour_Temperature_Control",
            "brightness and colour temperature control",
            RecordPart.step("colour temperature") + RecordPart.step("brightness")
                + [.reserved(6), .validity(of: "colour temperature"), .validity(of: "brightness")]
        )
    ]
}
