extension Schema {
    /// Version 3.
    static let third = """
        -- What each house sent on each day (UTC, of the receipt by PostgreSQL), and what of it was left out because it was
        -- more than a house may send. One row per house and day, whatever the house does: it is the hole in what is known.
        CREATE TABLE fleet.house_day (
            -- Empty for reports on a subject that is that of no house.
            house text COLLATE "C" NOT NULL CHECK (octet_length(house) <= 64),
            day date NOT NULL DEFAULT current_date,
            -- Stored: records and their octets, gaps, new databases, reports that can't be read.
            records bigint NOT NULL,
            octets bigint NOT NULL,
            gaps bigint NOT NULL,
            databases bigint NOT NULL,
            bad bigint NOT NULL,
            -- Left out: records, with the times of the first and the last of them, and reports that can't be read.
            records_out bigint NOT NULL,
            first bigint,
            last bigint,
            bad_out bigint NOT NULL,
            PRIMARY KEY (house, day)
        ) WITH (fillfactor = 70);
        -- Who may read the gaps, as the user of the page, may read this.
        DO $do$
        DECLARE reader record;
        BEGIN
            FOR reader IN
                SELECT coalesce(quote_ident(role.rolname), 'PUBLIC') AS name
                FROM pg_class, aclexplode(pg_class.relacl) AS item LEFT JOIN pg_roles role ON role.oid = item.grantee
                WHERE pg_class.oid = 'fleet.gap'::regclass AND item.privilege_type = 'SELECT'
            LOOP
                EXECUTE 'GRANT SELECT ON fleet.house_day TO ' || reader.name;
            END LOOP;
        END
        $do$;
        """
}
