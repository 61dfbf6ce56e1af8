extension Schema {
    /// Version 2.
    static let second = """
        -- Whether a house is connected, as one listener says. Nobody wrote this table before.
        DELETE FROM fleet.presence;
        CREATE TABLE fleet.presence_listener (
            only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
            -- When the listener was sure of the table last, by the clock of PostgreSQL: milliseconds since 1970. If that is
            -- long ago, nobody knows which houses are connected.
            confirmed bigint NOT NULL
        );
        INSERT INTO fleet.presence_listener (confirmed) VALUES (0);

        """
}
