import DomoSystem

extension Configuration {
    /// The path of the history, even if it is off.
    var historyFile: String { history.file ?? "\(state)/\(StateFolder.history)" }

    /// Whether houses without a server use the simulated one.
    var usesDemo: Bool { isDemo && server == nil }

    /// This configuration as a running daemon can apply it: settings that need a restart keep their values from the
    /// start.
    ///
    /// - Returns: the configuration, and a warning for each setting that needs a restart.
    func keeping(_ started: Configuration) -> (configuration: Configuration, warnings: [String]) {
        var (kept, warnings) = (self, [String]())
        func warn(_ setting: String, _ new: String, _ old: String) {
            warnings.append("\(setting): \(new) takes effect when domod is restarted; until then it is \(old)")
        }
        if socket != started.socket { warn("socket", socket, started.socket) }
        if state != started.state { warn("state", state, started.state) }
        kept.socket = started.socket
        kept.state = started.state
        if history.isOff != started.history.isOff {
            warn("history", history.isOff ? "off" : historyFile, started.history.isOff ? "off" : started.historyFile)
        } else if !history.isOff, kept.historyFile != started.historyFile {
            warn("history file", kept.historyFile, started.historyFile)
        }
        kept.history.isOff = started.history.isOff
        kept.history.file = started.history.file
        if usesDemo, !started.usesDemo {
            warnings.append("--demo: the simulated house starts only with domod; restart domod, or configure a server")
        }
        kept.isDemo = started.isDemo
        return (kept, warnings)
    }
}
