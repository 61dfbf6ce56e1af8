import DomoLanguage

// What is wrong with the input of a client.

extension Fault {
    static let incompleteLine = Fault(
        .badLine,
        "the last line is incomplete",
        hint: "end each line with a line feed; an incomplete line is not carried out"
    )

    static let lineTooLong = Fault(
        .badLine,
        "the line is longer than \(LineBuffer.maxLineLength) bytes",
        hint: "it was not carried out; put a scene this long into a file, then use \"reload\""
    )

    static let lineNotUTF8 = Fault(
        .badLine,
        "the line is not UTF-8",
        hint: "it was not carried out; send UTF-8"
    )

    static let tooManyLines = Fault(
        .busy,
        "too many long lines at a time",
        hint: "send shorter lines, or on fewer connections"
    )
}
