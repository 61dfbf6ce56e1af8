/// Checks the placeholders in XML, which are allowed in texts and attribute values but not in names.
enum XMLPlaceholders {
    static func areWrong(in text: String) -> Bool {
        var isInTag = false
        var quote: Character?
        var last: Character = " "
        for character in text {
            switch character {
            case "<": isInTag = quote == nil || isInTag
            case ">" where quote == nil: isInTag = false
            case "\"", "'":
                if isInTag { quote = quote == nil ? character : quote == character ? nil : quote }
            case "a"..."z" where last == "{":
                if isInTag, quote == nil { return true }
            default: break
            }
            last = character
        }
        return false
    }
}
