/**
 * How each engine's own tools make a dump and take one back, as texts for the shell of its image. They are fixed: names and
 * passwords come in variables. What is not the dump goes to stderr.
 *
 * `dump` asks a database over the network. `fill` and `dumpVolume` start the engine themselves on the volume that the container has,
 * reachable from inside only, and stop it in good order: the container needs no network, and the volume is whole when it ends.
 */
import type { DatabaseKind } from '../../environments/service-kinds.schemas.ts'

interface EngineScripts {
  readonly dump: string
  readonly fill: string
  readonly dumpVolume: string
}

/**
 * Roles belong to the whole server, so pg_dump leaves them out. The service's own one is made with the volume, and its password is
 * that of today. A tool that only listens does not notice when its server is gone: the kernel asks for it.
 */
const postgresDump = `roles=$(pg_dumpall --roles-only -w -l "$PGDATABASE" 2>/dev/null || pg_dumpall --roles-only --no-role-passwords -w -l "$PGDATABASE")
printf '%s\\n' "$roles" | grep -v -e "^CREATE ROLE $PGUSER;" -e "^ALTER ROLE $PGUSER WITH "
pg_dump -w -d 'keepalives_idle=15 keepalives_interval=5 keepalives_count=4'`

/** By TCP: while the image prepares its data it answers on the local socket only. */
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

/** By a socket of its own, so it needs no password. */
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
    // In one transaction, so that rows keep the order of the dump, and tables made in it need no log of their own.
    fill: `${postgresStart}\npsql -X -q -v ON_ERROR_STOP=1 --single-transaction -o /dev/null\n${postgresStop}`,
    dumpVolume: `${postgresStart}\n${postgresDump}\n${postgresStop}`,
  },
  mariadb: {
    dump: `exec mariadb-dump --host="$MYSQL_HOST" --user="$MYSQL_USER" ${mariadbOptions} "$MYSQL_DATABASE"`,
    // Binary mode: no word of the dump is a command of the client, except for the delimiter.
    fill: `${mariadbStart}\nmariadb --user=root --binary-mode --default-character-set=utf8mb4 --max-allowed-packet=1G "$MARIADB_DATABASE"\n${mariadbStop}`,
    dumpVolume: `${mariadbStart}\nmariadb-dump --user=root ${mariadbOptions} "$MARIADB_DATABASE"\n${mariadbStop}`,
  },
  redis: {
    dump: 'exec redis-cli -h "$REDIS_HOST" --rdb -',
    // Once the file of all changes is kept, a snapshot is not read: it is loaded without, and that file written from it.
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
