import DomoLanguage

extension Event {
    /// As it is sent to those who watch: a line of JSON.
    var jsonLine: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        json.newline()
        return json.bytes
    }
}
