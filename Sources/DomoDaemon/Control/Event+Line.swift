import DomoLanguage

extension Event {
    /// As it is sent to those who watch: a line of JSON.
    var line: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        json.newline()
        return json.bytes
    }
}
