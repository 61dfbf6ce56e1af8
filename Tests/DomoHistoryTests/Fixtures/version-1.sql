CREATE TABLE elements (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE
);
INSERT INTO elements VALUES(1,'Casa/Salón/Luz');
INSERT INTO elements VALUES(2,'Casa/Salón/Persiana');
INSERT INTO elements VALUES(3,'Casa/Salón/Timbre');
INSERT INTO elements VALUES(4,'Casa/Salón/Mensaje');
CREATE TABLE causes (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);
INSERT INTO causes VALUES(1,'root');
INSERT INTO causes VALUES(2,'house');
INSERT INTO causes VALUES(3,'scene Noche');
INSERT INTO causes VALUES(4,'when Timbre on');
INSERT INTO causes VALUES(5,'scene Cada minuto');
INSERT INTO causes VALUES(6,'every 1m');
CREATE TABLE types (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
);
INSERT INTO types VALUES(1,'binary');
INSERT INTO types VALUES(2,'regulable');
INSERT INTO types VALUES(3,'bidirectional');
INSERT INTO types VALUES(4,'value');
CREATE TABLE certainties (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
);
INSERT INTO certainties VALUES(0,'unknown');
INSERT INTO certainties VALUES(1,'assumed');
INSERT INTO certainties VALUES(2,'confirmed');
CREATE TABLE current (
    element INTEGER NOT NULL,
    type INTEGER NOT NULL,
    number REAL,
    text TEXT,
    certainty INTEGER NOT NULL,
    since INTEGER NOT NULL,
    cause INTEGER NOT NULL,
    PRIMARY KEY (element, type)
) WITHOUT ROWID;
INSERT INTO "current" VALUES(1,1,0.0,NULL,2,1795308252771,3);
INSERT INTO "current" VALUES(1,2,0.0,NULL,2,1795308260561,2);
INSERT INTO "current" VALUES(2,3,NULL,'down',2,1795308250566,3);
INSERT INTO "current" VALUES(3,1,1.0,NULL,2,1795308252770,1);
INSERT INTO "current" VALUES(4,4,21.5,'21.50',2,1795308300002,5);
CREATE TABLE changes (
    element INTEGER NOT NULL,
    type INTEGER NOT NULL,
    time INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    number REAL,
    text TEXT,
    certainty INTEGER NOT NULL,
    cause INTEGER NOT NULL,
    PRIMARY KEY (element, type, time, sequence)
) WITHOUT ROWID;
INSERT INTO changes VALUES(1,1,1795308250566,0,0.0,NULL,2,2);
INSERT INTO changes VALUES(1,1,1795308252358,0,1.0,NULL,2,1);
INSERT INTO changes VALUES(1,1,1795308252771,0,0.0,NULL,2,3);
INSERT INTO changes VALUES(1,2,1795308250566,0,0.0,NULL,2,2);
INSERT INTO changes VALUES(1,2,1795308252358,0,40.0,NULL,2,1);
INSERT INTO changes VALUES(1,2,1795308252771,0,0.0,NULL,1,3);
INSERT INTO changes VALUES(1,2,1795308252973,0,20.0,NULL,2,2);
INSERT INTO changes VALUES(1,2,1795308260561,0,0.0,NULL,2,2);
INSERT INTO changes VALUES(2,3,1795308250566,0,NULL,'down',2,2);
INSERT INTO changes VALUES(3,1,1795308250566,0,0.0,NULL,2,2);
INSERT INTO changes VALUES(3,1,1795308252770,0,1.0,NULL,2,1);
INSERT INTO changes VALUES(4,4,1795308252784,0,NULL,'Hola "ñ"',2,1);
INSERT INTO changes VALUES(4,4,1795308300002,0,21.5,'21.50',2,5);
CREATE TABLE summaries (
    element INTEGER NOT NULL,
    type INTEGER NOT NULL,
    start INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    minimum REAL NOT NULL,
    mean REAL NOT NULL,
    maximum REAL NOT NULL,
    last REAL NOT NULL,
    known INTEGER NOT NULL,
    certainty INTEGER NOT NULL,
    cause INTEGER NOT NULL,
    PRIMARY KEY (element, type, start, seconds)
) WITHOUT ROWID;
CREATE TABLE orders (
    number INTEGER NOT NULL,
    requested INTEGER NOT NULL,
    element INTEGER NOT NULL,
    type TEXT,
    action TEXT NOT NULL,
    cause INTEGER NOT NULL,
    origin TEXT NOT NULL,
    signal TEXT,
    attempts TEXT NOT NULL,
    stage TEXT NOT NULL,
    reached INTEGER NOT NULL,
    accepted_after REAL,
    confirmed_after REAL,
    observed TEXT,
    problem TEXT,
    PRIMARY KEY (number, requested)
) WITHOUT ROWID;
INSERT INTO orders VALUES(1,1795308246508,1,'binary','on',1,'socket','POST http://127.0.0.1:9?operation=enable&PERVMLSERVICENAME=Luz','[{"time":"2026-11-22T00:44:06.508Z","milliseconds":12.0,"result":"not sent: connection refused"},{"time":"2026-11-22T00:44:06.586Z","milliseconds":0.0,"result":"not sent: connection refused"},{"time":"2026-11-22T00:44:06.768Z","milliseconds":1.0,"result":"not sent: connection refused"},{"time":"2026-11-22T00:44:07.013Z","milliseconds":1.0,"result":"not sent: connection refused"},{"time":"2026-11-22T00:44:07.589Z","milliseconds":1.0,"result":"not sent: connection refused"},{"time":"2026-11-22T00:44:08.532Z","milliseconds":0.0,"result":"not sent: connection refused"},{"time":"2026-11-22T00:44:09.289Z","milliseconds":1.0,"result":"not sent: connection refused"}]','failed',1795308249290,NULL,NULL,NULL,'http://127.0.0.1:9 is out of reach: connection refused (7 tries)');
INSERT INTO orders VALUES(2,1795308249309,2,'bidirectional','up',1,'socket','POST http://127.0.0.1:9?operation=enable&PERVMLSERVICENAME=Persiana','[{"time":"2026-11-22T00:44:10.002Z","milliseconds":1.0,"result":"not sent: connection refused"}]','expired',1795308250309,NULL,NULL,NULL,'http://127.0.0.1:9 is out of reach: connection refused');
INSERT INTO orders VALUES(3,1795308252356,1,'regulable','40',1,'socket','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=setValue&PERVMLSERVICENAME=Luz&value=40','[{"time":"2026-11-22T00:44:12.356Z","milliseconds":2.0,"result":"accepted"}]','confirmed',1795308252756,1.4439999999999999502,398.10599999999999452,NULL,NULL);
INSERT INTO orders VALUES(4,1795308252769,3,'binary','on',1,'socket','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=enable&PERVMLSERVICENAME=Timbre','[{"time":"2026-11-22T00:44:12.769Z","milliseconds":1.0,"result":"accepted"}]','confirmed',1795308252973,1.1220000000000001083,202.89799999999999613,NULL,NULL);
INSERT INTO orders VALUES(5,1795308252770,1,'binary','off',3,'scene','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=disable&PERVMLSERVICENAME=Luz','[{"time":"2026-11-22T00:44:12.770Z","milliseconds":1.0,"result":"accepted"}]','superseded',1795308252805,1.0820000000000000728,NULL,NULL,NULL);
INSERT INTO orders VALUES(6,1795308252771,2,'bidirectional','down',3,'scene','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=disable&PERVMLSERVICENAME=Persiana','[{"time":"2026-11-22T00:44:12.771Z","milliseconds":2.0,"result":"accepted"}]','superseded',1795308252806,1.4950000000000001065,NULL,NULL,NULL);
INSERT INTO orders VALUES(7,1795308252783,4,'value','Hola "ñ"',1,'socket','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=setValue&PERVMLSERVICENAME=Mensaje&value=Hola%20%22%C3%B1%22','[{"time":"2026-11-22T00:44:12.783Z","milliseconds":1.0,"result":"accepted"}]','confirmed',1795308252985,1.0029999999999998916,201.12200000000001408,NULL,NULL);
INSERT INTO orders VALUES(8,1795308252803,1,'binary','off',3,'scene','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=disable&PERVMLSERVICENAME=Luz','[{"time":"2026-11-22T00:44:12.803Z","milliseconds":2.0,"result":"accepted"}]','confirmed',1795308252973,1.3580000000000000959,168.59399999999999408,NULL,NULL);
INSERT INTO orders VALUES(9,1795308252805,2,'bidirectional','down',3,'scene','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=disable&PERVMLSERVICENAME=Persiana','[{"time":"2026-11-22T00:44:12.805Z","milliseconds":1.0,"result":"accepted"}]','confirmed',1795308252974,0.8149999999999999467,168.3259999999999934,NULL,NULL);
INSERT INTO orders VALUES(10,1795308300000,4,'value','21.50',5,'schedule','POST http://127.0.0.1:33411/web/services/unsecureWebUI?operation=setValue&PERVMLSERVICENAME=Mensaje&value=21.50','[{"time":"2026-11-22T00:45:00.000Z","milliseconds":2.0,"result":"accepted"}]','confirmed',1795308300203,1.5149999999999999023,201.42500000000001137,NULL,NULL);
CREATE INDEX changes_by_time ON changes (time);
CREATE INDEX summaries_by_start ON summaries (start);
CREATE INDEX orders_by_time ON orders (requested);
CREATE INDEX orders_by_element ON orders (element, requested);
CREATE INDEX orders_under_way ON orders (stage) WHERE stage IN ('requested', 'sent');
CREATE VIEW readable_changes AS
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS at, path, types.name AS type,
        CASE WHEN types.id = 1 THEN CASE number WHEN 0 THEN 'off' WHEN 1 THEN 'on' END
            ELSE coalesce(text, number) END AS value,
        certainties.name AS certainty, causes.name AS cause
    FROM changes JOIN elements ON elements.id = element JOIN types ON types.id = type
        JOIN certainties ON certainties.id = certainty JOIN causes ON causes.id = cause;
CREATE VIEW readable_orders AS
    SELECT number, strftime('%Y-%m-%dT%H:%M:%fZ', requested / 1000.0, 'unixepoch') AS at, path, action,
        causes.name AS cause, origin, stage, accepted_after, confirmed_after, observed, problem, signal
    FROM orders JOIN elements ON elements.id = element JOIN causes ON causes.id = cause;
PRAGMA application_id=1685024111;
PRAGMA user_version=1;
