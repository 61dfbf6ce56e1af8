enum HelpText {
    /// The output of `domo` without arguments.
    static let short = """
        domo controls a house through the daemon domod.

          domo ls                      all houses, with their readings
          domo ls Salon                one room
          domo set Louver up           also: down, stop
          domo set Buzzer on           also: off
          domo dim GradualLighting 40  a level in percent; +10 and -10 are steps
          domo set HomeMessaging "Dinner is ready"
          domo toggle GeneralLight
          domo watch                   events, as they happen
          domo orders                  the last orders and their state
          domo log                     what happened in the house, and who did it
          domo history Louver          past values; also --since 2d, --chart
          domo stats                   this week compared with last week
          domo scenes                  the scenes; domo help scenes shows how to write one
          domo scene "Buenas noches"   run a scene; domo run FILE runs one from a file
          domo calendar                which scenes start when
          domo record Film             record the orders from now on as a scene
          domo status                  the daemon and its servers

        `domo help` lists all verbs, `domo help VERB` explains one.

        """

    /// The marks of readings in tables.
    static let certainty = """
        The marks of readings:
          on          confirmed: reported by the house
          ~on         assumed: the server accepted the order; not confirmed yet
          on (stale)  the last known value, which may be out of date
          –           unknown
        """

    /// What `--wait` waits for.
    static let waiting = """
        An order is done when its server accepts it. --wait confirmed waits until the house confirms the order; it \
        fails if the house reports another value, or nothing in time, and is refused if the state can't be read. \
        --wait none returns at once with the order's number; domo orders shows what becomes of it.
        """

    /// How a running scene is reported and stopped.
    static let running = """
        Each step is reported as it ends. Ctrl-C stops the scene, but undoes nothing; a second Ctrl-C ends the \
        command at once. With --json nothing is printed before the end.

        Exit status: 0 done; otherwise that of the first failed step, the same as for a single order; 75 if the scene \
        was stopped, or did not start because it was already running; 130 after Ctrl-C (SIGINT), 143 after SIGTERM.
        """

    /// The stages of an order.
    static let stages = """
        The stages of an order:
          requested      waiting for its turn
          sent           sent to the server, or waiting for another try
          accepted       accepted by the server; if the house reports its state, one of the next three follows, unless
                         a newer order comes first
          confirmed      the house reported the ordered value
          mismatch       the house still reported another value
          not-confirmed  the house reported nothing in time
          failed         not accepted
          superseded     replaced by a newer order for the element before it was carried out
          expired        the deadline passed before it was accepted
        """

    static let discussion = """
        Names: the name of an element (Louver), or as much of its path as makes it unambiguous (Salon/Louver), or a label. Case \
        and accents are ignored. A name or text with spaces needs quotes.

        \(certainty)

        With --json the daemon's reply is printed as it is, and an error as {"error":{"code":…,"message":…}}, both on \
        standard output.

        Exit status: 0 done, 64 usage, 65 bad data or refused value, 66 no such file, 68 unknown or ambiguous name, \
        69 daemon or server unreachable, 75 deadline passed, not confirmed, or scene stopped, 77 not allowed, \
        78 bad configuration; 130 and 143 for a scene stopped by SIGINT or SIGTERM.

        Environment: DOMO_SOCKET (the daemon's socket), NO_COLOR (no colours).
        """
}
