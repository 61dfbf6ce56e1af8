/// Where places may stand in XML: in texts and attributes' values, and not in names.
enum XMLPlaces {
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
