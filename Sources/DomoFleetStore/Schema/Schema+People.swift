extension Schema {
    /// Version 1: how people sign in, and the tokens of houses that they have stored.
    static let people = """
        CREATE TABLE fleet.person_token (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            person bigint NOT NULL REFERENCES fleet.person ON DELETE CASCADE,
            name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
            -- SHA-256: the token itself has 256 random bits, and is stored nowhere.
            hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
            created timestamptz NOT NULL DEFAULT now(),
            -- Milliseconds since 1970, UTC; NULL for never.
            expires bigint,
            UNIQUE (person, name)
        );
        -- What a person may do in a house is decided by the house, for the token that the person got there. It is
        -- encrypted with a key that is derived from the person's own token: this database alone opens no house.
        CREATE TABLE fleet.house_token (
            owner bigint NOT NULL REFERENCES fleet.person_token ON DELETE CASCADE,
            house text COLLATE "C" NOT NULL REFERENCES fleet.house ON DELETE CASCADE,
            sealed bytea NOT NULL CHECK (octet_length(sealed) <= 4096),
            PRIMARY KEY (owner, house)
        );
        """
}
