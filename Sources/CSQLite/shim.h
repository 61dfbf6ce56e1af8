// SQLite for Swift, with wrappers for macros that contain casts, and for variadic functions.
#pragma once

#include <sqlite3.h>
#include <stddef.h>

/// Binds a copy of the text.
static inline int domo_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

/// Makes double quotes enclose only names, never texts, so that a misspelt name is an error.
static inline int domo_sqlite_disable_quoted_texts(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    return code == SQLITE_OK ? sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, NULL) : code;
}

/// Hardens a connection to a file from outside: nothing in it is executed, and its schema can't be corrupted.
static inline int domo_sqlite_distrust(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    // No row of domo is longer, and no statement in its schema.
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 4 << 20);
    sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 64 << 10);
    return code;
}
