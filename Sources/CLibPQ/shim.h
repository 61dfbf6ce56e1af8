// libpq, the client library of PostgreSQL, for Swift.
#pragma once

#include <libpq-fe.h>

static inline void domo_pq_ignore_notice(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}

/// Keeps notices ("relation already exists, skipping") off standard error.
static inline void domo_pq_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, domo_pq_ignore_notice, NULL);
}

/// The five characters of SQLSTATE, and the message without its details.
static inline char *domo_pq_sqlstate(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_SQLSTATE); }
static inline char *domo_pq_message(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY); }
static inline char *domo_pq_detail(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL); }
