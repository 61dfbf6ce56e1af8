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

        -- The database that this one has replaced: it was restored from a backup, or made anew.
        ALTER TABLE fleet.source ADD replaces text COLLATE "C" CHECK (octet_length(replaces) BETWEEN 1 AND 64);

        -- A house appears when it connects first; a person gives it to a tenant.
        ALTER TABLE fleet.house ALTER tenant DROP NOT NULL;

        -- "casa 2" is before "casa 10". It tells apart whatever differs, so that an index and pages can use it.
        CREATE COLLATION fleet.natural_order (provider = icu, locale = 'und-u-kn-true');
        ALTER TABLE fleet.house ALTER folded TYPE text COLLATE fleet.natural_order;
        """
}
