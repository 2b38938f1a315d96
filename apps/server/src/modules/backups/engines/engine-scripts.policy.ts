/**
 * Shell scripts that use each engine's own tools to dump and restore. They are fixed texts: names and passwords come in
 * variables. Everything except the dump is written to stderr.
 *
 * `dump` reads a database over the network. `fill` and `dumpVolume` start the engine themselves on the container's
 * volume, reachable only from inside, and stop it cleanly: the container needs no network, and the volume is consistent
 * when it ends.
 */
import type { DatabaseKind } from '../../environments/service-kinds.schemas.ts'

interface EngineScripts {
  readonly dump: string
  readonly fill: string
  readonly dumpVolume: string
}

/**
 * Roles belong to the whole server, so pg_dump leaves them out. The service's own role is created with the volume and
 * has the current password. A tool that only reads doesn't notice when its server stopped, so TCP keepalives check the
 * connection.
 */
const postgresDump = `roles=$(pg_dumpall --roles-only -w -l "$PGDATABASE" 2>/dev/null || pg_dumpall --roles-only --no-role-passwords -w -l "$PGDATABASE")
printf '%s\\n' "$roles" | grep -v -e "^CREATE ROLE $PGUSER;" -e "^ALTER ROLE $PGUSER WITH "
pg_dump -w -d 'keepalives_idle=15 keepalives_interval=5 keepalives_count=4'`

/** Uses TCP, because the image only listens on the local socket while it prepares its data. */
const postgresStart = `set -eu
export PGHOST=127.0.0.1 PGUSER="$POSTGRES_USER" PGPASSWORD="$POSTGRES_PASSWORD" PGDATABASE="$POSTGRES_DB"
docker-entrypoint.sh postgres -c wal_level=minimal -c max_wal_senders=0 -c listen_addresses=127.0.0.1 >&2 &
server=$!
until pg_isready -q; do kill -0 "$server"; sleep 0.2; done`
const postgresStop = `kill -INT "$server"
wait "$server"`

const mariadbOptions =
  '--single-transaction --quick --routines --events --triggers --hex-blob --default-character-set=utf8mb4 --max-allowed-packet=1G'
const mariadbStart = `set -eu
docker-entrypoint.sh mariadbd >&2 &
server=$!
until mariadb-admin --host=127.0.0.1 --connect-timeout=2 ping >/dev/null 2>&1; do kill -0 "$server"; sleep 0.2; done
export MYSQL_PWD="$MARIADB_ROOT_PASSWORD"`
const mariadbStop = `mariadb-admin --user=root shutdown
wait "$server"`

/** Uses its own socket, so it needs no password. */
const redisStart = `docker-entrypoint.sh redis-server --port 0 --unixsocket /tmp/redis.sock --dir /data --save ''`
const redisReady = `server=$!
unset REDISCLI_AUTH
ask() { redis-cli -s /tmp/redis.sock "$@"; }
until [ "$(ask ping 2>/dev/null)" = PONG ]; do kill -0 "$server"; sleep 0.2; done`
const redisStop = `ask shutdown nosave || true
wait "$server"`

export const engineScripts: Readonly<Record<DatabaseKind, EngineScripts>> = {
  postgres: {
    dump: `set -eu\n${postgresDump}`,
    // Runs in one transaction, so rows keep the order of the dump, and tables created in it skip the write-ahead log.
    fill: `${postgresStart}\npsql -X -q -v ON_ERROR_STOP=1 --single-transaction -o /dev/null\n${postgresStop}`,
    dumpVolume: `${postgresStart}\n${postgresDump}\n${postgresStop}`,
  },
  mariadb: {
    dump: `exec mariadb-dump --host="$MYSQL_HOST" --user="$MYSQL_USER" ${mariadbOptions} "$MYSQL_DATABASE"`,
    // In binary mode, the client interprets nothing in the dump as a command, except the delimiter.
    fill: `${mariadbStart}\nmariadb --user=root --binary-mode --default-character-set=utf8mb4 --max-allowed-packet=1G "$MARIADB_DATABASE"\n${mariadbStop}`,
    dumpVolume: `${mariadbStart}\nmariadb-dump --user=root ${mariadbOptions} "$MARIADB_DATABASE"\n${mariadbStop}`,
  },
  redis: {
    dump: 'exec redis-cli -h "$REDIS_HOST" --rdb -',
    // With the append-only file enabled, Redis doesn't read a snapshot. So the script loads the snapshot without that
    // file and then writes the file from it.
    fill: `set -eu
cat >/data/dump.rdb
${redisStart} --appendonly no >&2 &
${redisReady}
ask config set appendonly yes >&2
until ask info persistence | tr -d '\\r' | grep -qx aof_rewrite_in_progress:0 && ask info persistence | tr -d '\\r' | grep -qx aof_rewrite_scheduled:0; do sleep 0.2; done
ask info persistence | tr -d '\\r' | grep -qx aof_last_bgrewrite_status:ok
${redisStop}
rm -f /data/dump.rdb`,
    dumpVolume: `set -eu\n${redisStart} --appendonly yes >&2 &\n${redisReady}\nask --rdb -\n${redisStop}`,
  },
}
