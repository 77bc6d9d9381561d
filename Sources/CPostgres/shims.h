#pragma once

#include <dlfcn.h>
#include <stdio.h>

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// libpq brings a dozen libraries with it, which a program that speaks to no server shall not load at its start: it is
// found by dlopen when it is first needed, instead of being linked. The functions have the types of its own header.
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

/// Finds the functions in a library that dlopen has loaded. Returns the name of one that it lacks, or null.
static inline const char *_Nullable svvs_pq_find(void *_Nonnull library, struct svvs_pq *_Nonnull functions) {
#define SVVS_PQ_FIND(name) \
  if (!(functions->name = (__typeof__(functions->name))dlsym(library, "PQ" #name))) return "PQ" #name;
  SVVS_PQ_FUNCTIONS(SVVS_PQ_FIND)
#undef SVVS_PQ_FIND
  return 0;
}

/// Writes what is left of stdout and stderr; both are variables, which Swift does not take for safe.
static inline void svvs_flush_output(void) {
  FILE *files[] = {stdout, stderr};
  for (int i = 0; i < 2; i++) {
    // Who holds it may never let it go.
    if (ftrylockfile(files[i])) continue;
    fflush(files[i]);
    funlockfile(files[i]);
  }
}
