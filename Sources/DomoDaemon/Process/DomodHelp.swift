import DomoOptions

/// The output of `domod --help`.
enum DomodHelp {
    static var text: String {
        """
        OVERVIEW: Home-automation gateway. It serves houses on a local socket, and
        controls them through HTTP servers and KNX buses.

        Flags override environment variables (DOMO_HOME, DOMO_SERVER, DOMO_SOCKET,
        DOMO_STATE, DOMO_LOG_LEVEL, DOMO_CONFIG), which override the configuration file.
        SIGHUP reloads the configuration and the houses; SIGTERM stops the daemon.

        Try it with a simulated house:
          domod --demo

        USAGE: domod [OPTIONS]
               domod --check [--verbose] [--json] <file> ...
               domod --check-config [OPTIONS]
               domod --explain <order> [OPTIONS]
               domod --print-dialect <name>

        ARGUMENTS:
        \(OptionHelp.row("<file>", "With --check: house, scene or holiday files, or folders of them."))
        OPTIONS:
        \(OptionHelp.rows(ProgramOption<DomodArguments>.all))
        """
    }
}
