"""Functions and operators in other schemas that may be called instead of PostgreSQL's own."""
from __future__ import annotations

import re

# Paths that prefer every shadow to PostgreSQL's own, and the default, which prefers only better matches.
PATHS = ["public, svvs, pg_catalog", "svvs, public, pg_catalog", '"$user", public']

# Better matches for arguments than those of `pg_catalog`: PostgreSQL prefers them although it searches that first.
BETTER = [
    "starts_with(name, text) RETURNS boolean", "starts_with(name, name) RETURNS boolean",
    "concat_ws(text, uuid, text, numeric, oid) RETURNS text",
    "concat_ws(text, bigint, integer) RETURNS text", "concat_ws(text, oid, oid) RETURNS text",
    "octet_length(character varying) RETURNS integer", "md5(character varying) RETURNS text",
    "count(xid8) RETURNS bigint",
]

# A function is copied if a PL/pgSQL function can have its types. The copy of an aggregate logs its first row.
COPIES = """
DO $do$
DECLARE
  one record;
BEGIN
  SET LOCAL search_path TO pg_catalog;
  SET LOCAL check_function_bodies TO off;
  CREATE TEMP TABLE usable ON COMMIT DROP AS SELECT oid FROM pg_type
    WHERE typtype <> 'p' OR typname = 'record' OR typname LIKE 'any_%';
  FOR one IN
    SELECT proname AS name, pg_get_function_arguments(p.oid) AS arguments, pg_get_function_result(p.oid) AS result,
      proretset OR proallargtypes IS NOT NULL OR prorettype = 'void'::regtype AS is_empty
    FROM pg_proc p
    WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f'
      AND (prorettype = 'void'::regtype OR prorettype IN (SELECT oid FROM usable))
      AND NOT EXISTS (SELECT FROM unnest(coalesce(proallargtypes, proargtypes)) AS type
        WHERE type NOT IN (SELECT oid FROM usable))
  LOOP
    EXECUTE format('CREATE FUNCTION {schema}.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', one.name, one.arguments,
      one.result, format('BEGIN RAISE LOG %L, %L; RETURN %s; END', 'shadow called: %', one.name,
        CASE WHEN one.is_empty THEN '' ELSE 'NULL' END));
  END LOOP;
  FOR one IN
    SELECT oid AS number, oprname AS name, format_type(oprleft, NULL) AS left, format_type(oprright, NULL) AS right,
      oprkind AS kind, format_type(oprresult, NULL) AS result
    FROM pg_operator
    WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprresult <> 0 AND oprright IN (SELECT oid FROM usable)
      AND (oprleft = 0 OR oprleft IN (SELECT oid FROM usable))
  LOOP
    EXECUTE format('CREATE FUNCTION {schema}.operator_%s(%s) RETURNS %s LANGUAGE plpgsql AS %L', one.number,
      concat_ws(', ', CASE WHEN one.kind = 'b' THEN one.left END, one.right), one.result,
      format('BEGIN RAISE LOG %L, %L; RETURN NULL; END', 'shadow called: %', one.name));
    EXECUTE format('CREATE OPERATOR {schema}.%s (%s RIGHTARG = %s, FUNCTION = {schema}.operator_%s)', one.name,
      CASE WHEN one.kind = 'b' THEN format('LEFTARG = %s,', one.left) END, one.right, one.number);
  END LOOP;
  FOR one IN
    SELECT p.oid AS number, proname AS name, pg_get_function_arguments(p.oid) AS arguments,
      pg_get_function_result(p.oid) AS result
    FROM pg_proc p JOIN pg_aggregate ON aggfnoid = p.oid
    WHERE pronamespace = 'pg_catalog'::regnamespace AND aggkind = 'n' AND provariadic = 0
      AND NOT EXISTS (SELECT FROM unnest(proargtypes || prorettype) AS type JOIN pg_type t ON t.oid = type
        WHERE t.typtype = 'p')
  LOOP
    EXECUTE format('CREATE FUNCTION {schema}.step_%s(%s) RETURNS %s LANGUAGE plpgsql AS %L', one.number,
      concat_ws(', ', one.result, nullif(one.arguments, '')), one.result,
      format('BEGIN RAISE LOG %L, %L; RETURN NULL; END', 'shadow called: %', one.name));
    EXECUTE format('CREATE AGGREGATE {schema}.%I(%s) (SFUNC = {schema}.step_%s, STYPE = %s)', one.name,
      coalesce(nullif(one.arguments, ''), '*'), one.number, one.result);
  END LOOP;
END
$do$
"""
CALL = re.compile(r"LOG:  shadow called: (\S+)")


class Shadows:
    """Shadows in `public` and in the app's schema, which must exist. Each call is a line in the server's log."""

    def __init__(self, database):
        self.database, self._start = database, database.cluster.log.stat().st_size
        with database.connect() as connection:
            for schema in ("public", "svvs"):
                connection.execute(COPIES.replace("{schema}", schema))
                for signature in BETTER:
                    name = signature.partition("(")[0]
                    connection.execute(f"CREATE FUNCTION {schema}.{signature} LANGUAGE plpgsql AS "
                                       f"'BEGIN RAISE LOG ''shadow called: {name}''; RETURN NULL; END'")

    def use(self, path):
        """Makes this the search path of every new connection that does not set its own."""
        self.database.run(f'ALTER DATABASE "{self.database.name}" SET search_path TO {path}')

    @property
    def called(self):
        """The names of the shadows that were called."""
        with self.database.cluster.log.open("rb") as log:
            log.seek(self._start)
            return set(CALL.findall(log.read().decode("utf-8", "replace")))
