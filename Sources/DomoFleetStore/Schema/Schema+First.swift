extension Schema {
    /// Version 1. Texts that are keys are compared byte by byte (COLLATE "C"), so that all workers sort them alike,
    /// whatever the locale of the database.
    static let first = """
        CREATE TABLE fleet.tenant (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name text NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 200)
        );
        CREATE TABLE fleet.house (
            id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-z0-9]{8,16}$'),
            tenant bigint NOT NULL REFERENCES fleet.tenant,
            name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
            -- The name without case and accents.
            folded text COLLATE "C" NOT NULL,
            added timestamptz NOT NULL DEFAULT now(),
            UNIQUE (tenant, name)
        );
        CREATE INDEX house_by_name ON fleet.house (folded, id);
        CREATE TABLE fleet.person (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name text NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 200)
        );
        -- Who may see what. Orders are decided by the houses, never here. Roles: 1 read, 2 act, 3 manage.
        CREATE TABLE fleet.tenant_grant (
            person bigint NOT NULL REFERENCES fleet.person ON DELETE CASCADE,
            tenant bigint NOT NULL REFERENCES fleet.tenant ON DELETE CASCADE,
            role smallint NOT NULL CHECK (role BETWEEN 1 AND 3),
            PRIMARY KEY (person, tenant)
        );
        CREATE TABLE fleet.house_grant (
            person bigint NOT NULL REFERENCES fleet.person ON DELETE CASCADE,
            house text COLLATE "C" NOT NULL REFERENCES fleet.house ON DELETE CASCADE,
            role smallint NOT NULL CHECK (role BETWEEN 1 AND 3),
            PRIMARY KEY (person, house)
        );

        -- A history of a house; a restored or new one has another ID. Records contain its number instead: 4 bytes for
        -- 32, in the table and in each index. It needs no row in fleet.house: what was acknowledged is kept, even if
        -- the house was just removed. Rows are never deleted.
        CREATE TABLE fleet.source (
            id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            house text COLLATE "C" NOT NULL CHECK (octet_length(house) BETWEEN 1 AND 64),
            database text COLLATE "C" NOT NULL CHECK (octet_length(database) BETWEEN 1 AND 64),
            UNIQUE (house, database)
        );
        -- Times are milliseconds since 1970, UTC, by the clock of the house: PostgreSQL has no date for some of them.
        -- No foreign key: each row would be checked.
        CREATE TABLE fleet.report (
            time bigint NOT NULL,
            record bigint NOT NULL CHECK (record >= 0),
            source int NOT NULL,
            received date NOT NULL DEFAULT current_date,
            kind text COLLATE "C" NOT NULL CHECK (octet_length(kind) BETWEEN 1 AND 256),
            element text COLLATE "C" CHECK (octet_length(element) <= 65536),
            value text CHECK (octet_length(value) <= 262144),
            line text NOT NULL CHECK (octet_length(line) <= 262144),
            PRIMARY KEY (source, record, time)
        ) PARTITION BY RANGE (time);
        -- The hash instead of the path of the element, which may be longer than an index allows.
        CREATE INDEX report_by_element ON fleet.report (source, hashtextextended(element, 0), time)
        WHERE element IS NOT NULL;
        -- What no other partition takes: clocks that are wrong by years.
        CREATE TABLE fleet.report_default PARTITION OF fleet.report DEFAULT;
        CREATE TABLE fleet.retention (
            only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
            -- Earlier records were deleted, and are not stored again.
            kept_from bigint NOT NULL
        );
        INSERT INTO fleet.retention (kept_from) VALUES (\(firstPlausibleTime));

        -- The last report of each house.
        CREATE TABLE fleet.house_state (
            house text COLLATE "C" PRIMARY KEY,
            database text COLLATE "C" NOT NULL CHECK (octet_length(database) BETWEEN 1 AND 64),
            cursor bigint NOT NULL CHECK (cursor >= 0),
            -- When NATS stored the report, and when the house sent it by its own clock.
            stored bigint NOT NULL,
            sent bigint NOT NULL,
            version text NOT NULL CHECK (octet_length(version) <= 200),
            alarms bigint NOT NULL CHECK (alarms >= 0),
            stale bigint NOT NULL CHECK (stale >= 0)
        );
        -- Whether a house is connected to NATS.
        CREATE TABLE fleet.presence (
            house text COLLATE "C" PRIMARY KEY,
            online boolean NOT NULL,
            since bigint NOT NULL
        );
        -- Records that are in no report, with the times of the first and the last of them.
        CREATE TABLE fleet.gap (
            first bigint NOT NULL,
            last bigint NOT NULL,
            records bigint NOT NULL,
            source int NOT NULL,
            part text COLLATE "C" NOT NULL CHECK (octet_length(part) <= 64),
            reason text COLLATE "C" NOT NULL CHECK (octet_length(reason) <= 64),
            element text COLLATE "C" CHECK (octet_length(element) <= 65536),
            noticed timestamptz NOT NULL DEFAULT now()
        );
        CREATE UNIQUE INDEX gap_once
        ON fleet.gap (source, first, last, part, reason, hashtextextended(coalesce(element, ''), 0));
        -- Reports that can't be stored, with the reason.
        CREATE TABLE fleet.bad_report (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            subject text NOT NULL,
            payload bytea NOT NULL,
            reason text NOT NULL,
            received timestamptz NOT NULL DEFAULT now()
        );
        CREATE UNIQUE INDEX bad_report_once ON fleet.bad_report (subject, sha256(payload));
        """
}
