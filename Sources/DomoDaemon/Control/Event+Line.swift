import DomoLanguage

extension Event {
    /// The line of JSON that is sent to watching clients.
    var jsonLine: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        json.newline()
        return json.bytes
    }
}
