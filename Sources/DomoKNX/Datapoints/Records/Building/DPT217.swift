/// 217.001: a version.
///
/// Source: KNX 03/07/02, 3.42.
struct DPT217: RecordType {
    let number: UInt16 = 217

    static let records = [
        Record(
            1,
            "DPT_Version",
            "version",
            [.number("magic", 5), .number("version", 5), .number("revision", 6)]
        )
    ]
}
