/**
 * Queries of a rehearsal for its copied databases, per engine. Each answer is a line: one letter, then a JSON list. Names of
 * tables come from the copy itself, so they are quoted. Pure.
 */
import type { RehearsableEngine } from '../../environments/service-kinds.schemas.ts'
import type { SnapshotTable } from './schema-snapshot.policy.ts'

export interface EngineQueries {
  /** Fixed shell script inside the engine's container. It reads SQL on stdin, and continues after an error. */
  readonly client: string
  /** Tables (T), columns (C), indexes (I), counted changes of rows (S), and a mark (Z) that proves an answer. */
  readonly snapshot: string
  /** Rows of tables (N), each with the position of the table in the list. */
  count(tables: readonly Pick<SnapshotTable, 'schema' | 'table'>[]): string
  /** Locks at several moments (L), about a tenth of a second apart. */
  readonly locks: string
}

/** One call to the server returns this many samples, so that the distance between samples doesn't depend on the network. */
const samplesPerCall = 8
const pauseSeconds = 0.1
const countSeconds = 20

/** The password is in the container's own variables. The image's own role can read everything. */
const postgresClient =
  'PGPASSWORD="$POSTGRES_PASSWORD" exec psql -X -q -A -t -v VERBOSITY=sqlstate -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f -'

const foreign = "n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname NOT LIKE 'pg\\_temp%'"

const postgresSnapshot = `SET statement_timeout = '60s';
SELECT 'T' || json_build_array(n.nspname, c.relname, pg_relation_filenode(c.oid)::text, pg_total_relation_size(c.oid))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'm') AND ${foreign} ORDER BY 1 LIMIT 2000;
SELECT 'C' || json_build_array(n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'm') AND ${foreign} ORDER BY 1 LIMIT 6000;
SELECT 'I' || json_build_array(n.nspname, c.relname, i.relname, left(pg_get_indexdef(x.indexrelid), 300))
FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'm') AND ${foreign} ORDER BY 1 LIMIT 2000;
SELECT 'S' || json_build_array(schemaname, relname, n_tup_ins, n_tup_upd, n_tup_del) FROM pg_stat_user_tables ORDER BY 1 LIMIT 2000;
SELECT 'Z[]';
`

const postgresLocks = `SELECT 'L' || json_build_array((extract(epoch FROM clock_timestamp()) * 1000)::bigint, coalesce((SELECT json_agg(found) FROM (
SELECT json_build_array(l.pid, n.nspname, c.relname, l.mode, l.granted,
  CASE WHEN l.granted THEN 0 ELSE greatest(0, (extract(epoch FROM clock_timestamp() - a.query_start) * 1000)::bigint) END) AS found
FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'relation' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND l.pid <> pg_backend_pid() AND c.relkind IN ('r', 'p', 'm') AND ${foreign}
  AND l.mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock', 'ShareUpdateExclusiveLock')
LIMIT 100) locks), '[]'::json));
SELECT pg_sleep(${pauseSeconds}) \\g /dev/null
`

const postgres: EngineQueries = {
  client: postgresClient,
  snapshot: postgresSnapshot,
  count: (tables) =>
    [
      `SET statement_timeout = '${countSeconds}s';`,
      ...tables.map(
        ({ schema, table }, index) =>
          `SELECT 'N' || json_build_array(${index}, (SELECT count(*) FROM ${doubled(schema ?? 'public', '"')}.${doubled(table, '"')}));`,
      ),
    ].join('\n'),
  locks: postgresLocks.repeat(samplesPerCall),
}

/** Root can log in only from inside the container. Its table of locks comes with the engine, and is loaded on the copy. */
const mariadbClient =
  'MYSQL_PWD="$MARIADB_ROOT_PASSWORD" exec mariadb --no-defaults --user=root --batch --raw --force --skip-column-names --unbuffered --default-character-set=utf8mb4 "$MARIADB_DATABASE"'

/** The sizes that statistics know are wrong right after a restore, so the size of the file counts, too. */
const mariadbSnapshot = `SET SESSION max_statement_time = 60;
SELECT CONCAT('T', JSON_ARRAY(NULL, t.TABLE_NAME, s.TABLE_ID, GREATEST(COALESCE(f.FILE_SIZE, 0), COALESCE(t.DATA_LENGTH, 0) + COALESCE(t.INDEX_LENGTH, 0))))
FROM information_schema.TABLES t LEFT JOIN information_schema.INNODB_SYS_TABLES s ON s.NAME = CONCAT(t.TABLE_SCHEMA, '/', t.TABLE_NAME)
LEFT JOIN information_schema.INNODB_SYS_TABLESPACES f ON f.SPACE = s.SPACE AND s.SPACE <> 0
WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY t.TABLE_NAME LIMIT 2000;
SELECT CONCAT('C', JSON_ARRAY(NULL, c.TABLE_NAME, c.COLUMN_NAME, CONCAT(c.COLUMN_TYPE, IF(c.IS_NULLABLE = 'NO', ' not null', ''))))
FROM information_schema.COLUMNS c JOIN information_schema.TABLES t USING (TABLE_SCHEMA, TABLE_NAME)
WHERE c.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION LIMIT 6000;
SELECT CONCAT('I', JSON_ARRAY(NULL, TABLE_NAME, INDEX_NAME, LEFT(GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX), 300)))
FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() GROUP BY TABLE_NAME, INDEX_NAME ORDER BY 1 LIMIT 2000;
SELECT 'Z[]';
`

const mariadbLocks = `SELECT CONCAT('L', JSON_ARRAY(ROUND(UNIX_TIMESTAMP(NOW(3)) * 1000), JSON_COMPACT(CONCAT('[', COALESCE((
SELECT GROUP_CONCAT(JSON_ARRAY(m.THREAD_ID, NULL, m.TABLE_NAME, m.LOCK_MODE, TRUE, 0)) FROM information_schema.METADATA_LOCK_INFO m
WHERE m.LOCK_TYPE = 'Table metadata lock' AND m.TABLE_SCHEMA = DATABASE()
  AND m.LOCK_MODE IN ('MDL_EXCLUSIVE', 'MDL_SHARED_NO_READ_WRITE', 'MDL_SHARED_NO_WRITE', 'MDL_SHARED_READ_ONLY', 'MDL_SHARED_UPGRADABLE')), ''), ']'))));
DO SLEEP(${pauseSeconds});
`

const mariadb: EngineQueries = {
  client: mariadbClient,
  snapshot: mariadbSnapshot,
  count: (tables) =>
    [
      `SET SESSION max_statement_time = ${countSeconds};`,
      ...tables.map(
        ({ table }, index) =>
          `SELECT CONCAT('N', JSON_ARRAY(${index}, (SELECT COUNT(*) FROM ${doubled(table, '`')})));`,
      ),
    ].join('\n'),
  locks: `SET SESSION group_concat_max_len = 100000;\n${mariadbLocks.repeat(samplesPerCall)}`,
}

export const engineQueries: Readonly<Record<RehearsableEngine, EngineQueries>> = { postgres, mariadb }

function doubled(name: string, quote: string): string {
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`
}
