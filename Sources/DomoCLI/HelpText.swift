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
          domo status                  the daemon and its servers

        `domo help` lists all verbs, `domo help VERB` explains one.

        """

    /// How readings are marked: told wherever tables of them are.
    static let certainty = """
        How a reading is known shows in how it is written:
          on          the house itself said so
          ~on         ordered, and accepted by the server; nobody saw the house obey
          on (stale)  was so once, and may no longer be
          –           nothing is known
        """

    static let discussion = """
        Names: an element's own (Louver), or as much of its path as tells it from others (Salon/Louver). Case and \
        accents don't matter. A name or text with blanks needs quotes.

        \(certainty)

        With --json the answer is printed as the daemon gave it, and an error as {"error":{"code":…,"message":…}}, \
        both on standard output.

        Exit status: 0 done, 64 usage, 65 bad data or refused value, 66 no such file, 68 unknown or ambiguous name, \
        69 daemon or server not reachable, 75 deadline passed, 77 not allowed, 78 bad configuration.

        Environment: DOMO_SOCKET (the daemon's socket), NO_COLOR (no colours).
        """
}
