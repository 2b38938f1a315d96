/**
 * What each engine needs around the file, and how its client is started. The texts for the shell are fixed and run inside the
 * database's container; names and passwords come in its variables, and are digits and letters of our own making.
 */
import type { DatabaseAccess } from '../../deployments/worker.ts'
import { createMariadbDialect } from './sql/mariadb-dialect.ts'
import { postgresDialect } from './sql/postgres-dialect.ts'
import type { SqlDialect } from './sql/sql-dialect.ts'

export const importRole = 'longshore_import'

export interface EngineSandbox {
  dialect(): SqlDialect
  /** Makes the role that the file is run by. */
  readonly prepare: string
  /** What it made goes to the service's own role, which gets its password of today. */
  readonly finish: string
  /** Tells by its output what the client can do. */
  readonly ability: readonly [string, ...string[]]
  client(
    access: Pick<DatabaseAccess, 'username' | 'databaseName'>,
    by: { ability: string; guard: string },
  ): readonly string[]
}

const psql =
  'PGPASSWORD="$POSTGRES_PASSWORD" psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --host=127.0.0.1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB"'

const postgres: EngineSandbox = {
  dialect: () => postgresDialect,
  prepare: `set -eu
${psql} <<END
SET search_path = pg_catalog;
CREATE ROLE ${importRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '$IMPORT_PASSWORD';
ALTER DATABASE "$POSTGRES_DB" OWNER TO ${importRole};
ALTER SCHEMA public OWNER TO ${importRole};
END`,
  // Nothing of the file is named here, and nothing of it is found by a search path.
  finish: `set -eu
${psql} <<END
SET search_path = pg_catalog;
REASSIGN OWNED BY ${importRole} TO "$POSTGRES_USER";
DROP OWNED BY ${importRole};
DROP ROLE ${importRole};
SELECT 'ALTER SCHEMA public OWNER TO pg_database_owner' WHERE current_setting('server_version_num')::int >= 150000 AND EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'public') \\gexec
ALTER ROLE "$POSTGRES_USER" PASSWORD '$FINAL_PASSWORD';
END`,
  ability: ['psql', '--help=commands'],
  // Where psql knows how, it takes no command but the one that ends the guard, whose word the file cannot know.
  client: (_access, { ability, guard }) => [
    ...['psql', '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'],
    ...(ability.includes('\\restrict') ? [`--command=\\restrict ${guard}`] : []),
    '--file=-',
  ],
}

const root = 'MYSQL_PWD="$MARIADB_ROOT_PASSWORD" mariadb --no-defaults --user=root'

const mariadb: EngineSandbox = {
  dialect: createMariadbDialect,
  // The image has made the service's own role, which owns the one database and may do nothing else.
  prepare: `set -eu
${root} --execute='SELECT 1' >/dev/null`,
  finish: `set -eu
${root} <<END
ALTER USER '$MARIADB_USER'@'%' IDENTIFIED BY '$FINAL_PASSWORD';
ALTER USER 'root'@'localhost' IDENTIFIED BY '$FINAL_PASSWORD';
END`,
  ability: ['mariadb', '--version'],
  // Binary mode: no word is a command of the client, except for the delimiter.
  client: ({ username, databaseName }) => [
    ...['mariadb', '--no-defaults', '--binary-mode', '--batch', '--skip-local-infile', '--loose-sandbox'],
    ...['--default-character-set=utf8mb4', '--max-allowed-packet=1G', '--protocol=TCP', '--host=127.0.0.1'],
    ...[`--user=${username}`, `--database=${databaseName}`],
  ],
}

export const engineSandboxes: Readonly<Record<'postgres' | 'mariadb', EngineSandbox>> = { postgres, mariadb }
