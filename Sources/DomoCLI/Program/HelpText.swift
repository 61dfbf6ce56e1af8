enum HelpText {
    /// What `domo` alone prints.
    static let short = """
        domo acts on a house through the daemon domod.

          domo ls                      what there is, and what is known of it
          domo ls Salon                one room
          domo set Louver up           also: down, stop
          domo set Buzzer on           also: off
          domo dim GradualLighting 40  a level in percent; +10 and -10 are steps
          domo set HomeMessaging "Dinner is ready"
          domo toggle GeneralLight
          domo watch                   what happens, as it happens
          domo orders                  the last orders, and what became of them
          domo history Louver          what it was; --since 2d, --chart
          domo stats                   this week beside the last
          domo scenes                  what starts by itself, and how it ended; domo help scenes
          domo scene "Buenas noches"   run one; domo run FILE, one of your own
          domo calendar                what starts when
          domo record Film             make a scene of what you order now
          domo status                  the daemon and its servers

        `domo help` lists all verbs, `domo help VERB` explains one.

        """

    /// The ways to write a time.
    static let times = """
        2d or 1w (ago), today, yesterday, 21:04 (today), 2026-11-20, 2026-11-20T21:04, 2026-11-20T21:04:05Z (UTC)
        """

    /// How readings are marked: told wherever tables of them are.
    static let certainty = """
        How a reading is known shows in how it is written:
          on          the house itself said so
          ~on         ordered, and accepted by the server; nobody saw the house obey
          on (stale)  was so once, and may no longer be
          –           nothing is known
        """

    /// What `--wait` waits for.
    static let waiting = """
        An order is done when its server accepts it. --wait confirmed waits until the house is seen to obey, and fails \
        where it says something else or nothing in time; where nothing tells the state it is refused. \
        --wait none returns at once with the order's number: domo orders tells the rest.
        """

    /// What is to be known of a scene that runs.
    static let running = """
        Each step is told as it ends. Ctrl-C stops the scene: what is done stays done; a second Ctrl-C ends \
        the command at once. With --json nothing is told before the end.

        Exit status: 0 done; else that of the first step that failed, as of an order by itself; 75 where the scene \
        was stopped, or did not begin because it was running already; 130 after Ctrl-C (SIGINT), 143 after SIGTERM.
        """

    /// The stages of an order.
    static let stages = """
        What becomes of an order:
          requested      waits for its turn
          sent           its signal is under way, or is to be tried again
          accepted       the server took it; where the house tells its state, one of the next three follows, unless a
                         newer order comes first
          confirmed      the house was seen to obey
          mismatch       the house went on saying something else
          not-confirmed  the house said nothing of it in time
          failed         it was not accepted
          superseded     a newer order for the element took its place before it was carried out
          expired        the deadline passed before it was accepted
        """

    static let discussion = """
        Names: an element's own (Louver), or as much of its path as tells it from others (Salon/Louver). Case and \
        accents don't matter. A name or text with blanks needs quotes.

        \(certainty)

        With --json the answer is printed as the daemon gave it, and an error as {"error":{"code":…,"message":…}}, \
        both on standard output.

        Exit status: 0 done, 64 usage, 65 bad data or refused value, 66 no such file, 68 unknown or ambiguous name, \
        69 daemon or server not reachable, 75 deadline passed, \
        not confirmed, or scene stopped, 77 not allowed, 78 bad configuration; 130 and 143 for a scene that SIGINT or SIGTERM stopped.

        Environment: DOMO_SOCKET (the daemon's socket), NO_COLOR (no colours).
        """
}
