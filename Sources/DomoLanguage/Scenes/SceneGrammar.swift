/// The grammar of scene files, on one page.
public enum SceneGrammar {
    /// An example with most of the grammar.
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

    /// At most 66 lines of 100 columns.
    public static let page = """
        A scene is a file scenes/NAME.domo: first its triggers and policies, then its steps, one per line.

        \(example)
        Before the first step, in any order:
          name "NAME"                        by default the name of the file; shown in es: label es "TEXT"
          takes NAME TYPE [MIN..MAX] [default VALUE]    a value for $NAME; see below
          at TIME [DAYS], TIME [DAYS] …      at a time of the day
          every DURATION                     1s–24h, from midnight on
          when TEST [for DURATION]           when the test becomes true, and stays true
          when ELEMENT changes
          when telegram 1/2/3 [is VALUE | above NUMBER | below NUMBER] [from 1.1.5]   on a bus
          at start                           when the daemon starts
          only if CONDITION                  must be true when a trigger starts it; so must all such lines
          again: restart | skip | queue      when it is started while it runs; restart by default
          at most one of GROUP               its start stops the other scenes of the group
          on failure continue | stop         after a failed step; continue by default

        Steps:
          set ELEMENT VALUE, dim ELEMENT LEVEL, toggle ELEMENT     with their options except --explain
          off PLACE, set PLACE VALUE --all                         the devices of a house or sector
          dim ELEMENT LEVEL over DURATION                          1s–24h
          wait DURATION                                            1ms–24h
          wait until TEST [for DURATION] [at most DURATION]
          if CONDITION: STEP                                       or a block below
          else: STEP                                               or a block below, directly after an if
          in parallel:                                             the steps of the block start together
          scene NAME, stop scene NAME, log TEXT
          notify TEXT to NAME, NAME [, urgent] [about CAUSE] [at most every DURATION]
              [repeat every DURATION] [after DURATION without an answer to NAME, NAME]
          resolved [TEXT] [about CAUSE]                            the cause of a notice is over
          call NAME [TEXT] [at most DURATION]                      a program, by its name for domo-notify
          {ELEMENT} in a TEXT of these three is its value

        TYPE       number, percent, switch, direction, colour, text; $NAME is a VALUE or LEVEL, {$NAME}
                   stands in a TEXT
        TEST       ELEMENT VALUE | ELEMENT above NUMBER | ELEMENT below NUMBER
        CONDITION  [not] TEST [for DURATION] | [not] between TIME and TIME | [not] DAYS;
                   several with "or" between them; in if also: answer of NAME PATH VALUE
        TIME       23:30, 07:15:30; sunrise, sunset, dawn, dusk, with +15m or -1h (at most 12h) right
                   after it, then [not before 17:00] [not after 21:00]
        DAYS       one or more of mon … sun, mon-fri, 2026-12-24, 12-24, holidays; [except DAYS]
        DURATION   500ms, 1.5s, 10m, 2h

        A block is indented more than the line above it, all its lines equally, with spaces or with tabs.
        Names with spaces need quotes; so does a keyword that is meant as a name or value.
        The first word that ends in a colon outside of quotes ends the condition.
        """
}
