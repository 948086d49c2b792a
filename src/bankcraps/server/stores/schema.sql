-- The tables of the database, as numbered migrations. Both databases run the same SQL.
-- A migration that has been released is never changed: a later one is added, below its version in brackets.


-- [1]

CREATE TABLE tables (
    id TEXT PRIMARY KEY, seq BIGINT NOT NULL, head TEXT NOT NULL, owner TEXT NOT NULL,
    address TEXT NOT NULL, epoch BIGINT NOT NULL, expires BIGINT NOT NULL, closed BIGINT NOT NULL
);

CREATE TABLE log (
    table_id TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE commands (
    table_id TEXT NOT NULL, person TEXT NOT NULL, command TEXT NOT NULL, seq BIGINT NOT NULL,
    PRIMARY KEY (table_id, person, command)
);

CREATE TABLE moves (
    table_id TEXT NOT NULL, seq BIGINT NOT NULL, line BIGINT NOT NULL, source TEXT NOT NULL,
    target TEXT NOT NULL, amount BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (table_id, seq, line)
);

CREATE TABLE balances (
    account TEXT PRIMARY KEY, amount BIGINT NOT NULL,
    CHECK (amount >= 0 OR account = 'issue' OR account LIKE 'bank/%'),
    CHECK (amount BETWEEN -4611686018427387904 AND 4611686018427387904)
);

CREATE TABLE secrets (
    table_id TEXT NOT NULL, number BIGINT NOT NULL, secret TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY, seq BIGINT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL
);

CREATE TABLE people (
    folded TEXT PRIMARY KEY, name TEXT NOT NULL, passphrase TEXT NOT NULL, roles TEXT NOT NULL,
    limits TEXT NOT NULL
);

CREATE TABLE servers (owner TEXT PRIMARY KEY, address TEXT NOT NULL, expires BIGINT NOT NULL);

CREATE TABLE sessions (token TEXT PRIMARY KEY, person TEXT NOT NULL, expires BIGINT NOT NULL);


-- [2]
-- The looks of names: of names that look alike, one can be taken. `Database.fill` enters older people.

CREATE TABLE looks (look TEXT PRIMARY KEY, folded TEXT NOT NULL);


-- [3]
-- The people who share their evenings, each with the key in their link.

CREATE TABLE shared_profiles (folded TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE);


-- [4]
-- Exams with their sittings and answers, and the classes that sit them.

CREATE TABLE exams (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, made BIGINT NOT NULL, secret TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE sittings (
    exam_id TEXT NOT NULL, person TEXT NOT NULL, attempt BIGINT NOT NULL, began BIGINT NOT NULL,
    PRIMARY KEY (exam_id, person, attempt)
);

CREATE TABLE exam_answers (
    exam_id TEXT NOT NULL, person TEXT NOT NULL, attempt BIGINT NOT NULL, number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (exam_id, person, attempt, number)
);

CREATE TABLE rosters (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, made BIGINT NOT NULL, body TEXT NOT NULL
);
