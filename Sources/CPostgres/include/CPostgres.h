#pragma once

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// libpq is not linked: dlopen loads it when it is first needed. It depends on a dozen libraries, which would delay the
// start of programs that use no server. The functions have the types of libpq's own header.
#define SVVS_PQ_FUNCTIONS(FUNCTION) \
  FUNCTION(cancel) \
  FUNCTION(clear) \
  FUNCTION(cmdStatus) \
  FUNCTION(cmdTuples) \
  FUNCTION(conninfoFree) \
  FUNCTION(conninfoParse) \
  FUNCTION(connectPoll) \
  FUNCTION(connectStartParams) \
  FUNCTION(connectionNeedsPassword) \
  FUNCTION(consumeInput) \
  FUNCTION(errorMessage) \
  FUNCTION(finish) \
  FUNCTION(flush) \
  FUNCTION(fname) \
  FUNCTION(freeCancel) \
  FUNCTION(freemem) \
  FUNCTION(ftype) \
  FUNCTION(getCancel) \
  FUNCTION(getResult) \
  FUNCTION(getisnull) \
  FUNCTION(getlength) \
  FUNCTION(getvalue) \
  FUNCTION(isBusy) \
  FUNCTION(nfields) \
  FUNCTION(notifies) \
  FUNCTION(ntuples) \
  FUNCTION(parameterStatus) \
  FUNCTION(resultErrorField) \
  FUNCTION(resultStatus) \
  FUNCTION(sendQuery) \
  FUNCTION(sendQueryParams) \
  FUNCTION(serverVersion) \
  FUNCTION(setErrorVerbosity) \
  FUNCTION(setNoticeReceiver) \
  FUNCTION(setnonblocking) \
  FUNCTION(socket) \
  FUNCTION(status) \
  FUNCTION(transactionStatus)

struct svvs_pq {
#define SVVS_PQ_MEMBER(name) __typeof__(&PQ##name) _Nonnull name;
  SVVS_PQ_FUNCTIONS(SVVS_PQ_MEMBER)
#undef SVVS_PQ_MEMBER
};

/// Finds the functions in a library that dlopen has loaded. Returns the name of a missing function, or null if none is
/// missing.
const char *_Nullable svvs_pq_find(void *_Nonnull library, struct svvs_pq *_Nonnull functions);
