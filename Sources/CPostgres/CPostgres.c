#include "CPostgres.h"

#include <dlfcn.h>

const char *svvs_pq_find(void *library, struct svvs_pq *functions) {
#define SVVS_PQ_FIND(name) \
  if (!(functions->name = (__typeof__(functions->name))dlsym(library, "PQ" #name))) return "PQ" #name;
  SVVS_PQ_FUNCTIONS(SVVS_PQ_FIND)
#undef SVVS_PQ_FIND
  return 0;
}
