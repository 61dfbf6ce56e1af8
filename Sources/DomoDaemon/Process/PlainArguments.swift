/// Reads the command line of a daemon that is started as usual, flags with values. ArgumentParser, which knows all the rest,
/// takes milliseconds to look at its own types.
enum PlainArguments {
    /// - Returns: nil where anything else is said, which is for ArgumentParser.
    static func source(_ arguments: [String]) -> ConfigurationSource? {
        var flags = ConfigurationSource.Flags()
        var file: String?
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            if flag == "--demo" {
                flags.isDemo = true
                continue
            }
            // A value that looks like a flag may be one.
            guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
            switch flag {
            case "--config": file = value
            case "--home": flags.homes.append(value)
            case "--server": flags.server = value
            case "--socket": flags.socket = value
            case "--state": flags.state = value
            case "--log-level": flags.logLevel = value
            default: return nil
            }
        }
        return ConfigurationSource(flags: flags, file: file)
    }
}
