/// What may stand in a scene file, on one page.
public enum SceneGrammar {
    /// A scene that shows most of it.
    public static let example = """
        # Buenas noches
        name "Buenas noches"
        at 23:30 mon-fri, 00:30 sat sun except holidays
        at sunset+15m not before 19:00
        when HomeSecurity on for 10s
        only if GeneralLight on
        again: skip

        in parallel:
            set Louver down
            dim GradualLighting 10 over 20s
        wait until Louver down at most 1m
        if HomeSecurity off: set HomeMessaging "La casa está abierta"
        else:
            set GeneralLight off
            log "todo en orden"
        scene Riego

        """

    /// At most 60 lines of 100 columns.
    public static let page = """
        A scene is a file scenes/NAME.domo: first what starts it and how, then its steps, a line each.

        \(example)
        Before the first step, in any order:
          name "NAME"                        else it has the name of its file
          at TIME [DAYS], TIME [DAYS] …      at a time of the day
          every DURATION                     1s–24h, counted from midnight
          when TEST [for DURATION]           it comes to be so, and stays so
          when ELEMENT changes
          when telegram 1/2/3 [is VALUE | above NUMBER | below NUMBER] [from 1.1.5]   goes by on a bus
          at start                           of the daemon
          only if CONDITION                  when a trigger starts it; of several lines all must hold
          again: restart | skip | queue      what a start does while it runs; restart without it
          at most one of GROUP               starting it stops the others of its group
          on failure continue | stop         what a failed step does; continue without it

        Steps:
          set ELEMENT VALUE, dim ELEMENT LEVEL, toggle ELEMENT     with their options, without --explain
          dim ELEMENT LEVEL over DURATION                          1s–24h
          wait DURATION                                            1ms–24h
          wait until TEST [for DURATION] [at most DURATION]
          if CONDITION: STEP                                       or a block below it
          else: STEP                                               or a block, directly behind an if
          in parallel:                                             the block's steps begin together
          scene NAME, stop scene NAME, log TEXT

        TEST       ELEMENT VALUE | ELEMENT above NUMBER | ELEMENT below NUMBER
        CONDITION  TEST [for DURATION] | between TIME and TIME | DAYS; not CONDITION; CONDITION or CONDITION …
        TIME       23:30, 07:15:30; sunrise, sunset, dawn, dusk, with +15m or -1h (12h at most) right
                   behind it and then [not before 17:00] [not after 21:00]
        DAYS       one or more of mon … sun, mon-fri, 2026-12-24, 12-24, holidays; [except DAYS]
        DURATION   500ms, 1.5s, 10m, 2h

        A block is indented more than the line above it, all its lines alike, with spaces or with tabs.
        Names with blanks are quoted; so is a word of the language that is meant as a name or value.
        The first word that ends in a colon outside of quotes ends the condition.
        """
}
