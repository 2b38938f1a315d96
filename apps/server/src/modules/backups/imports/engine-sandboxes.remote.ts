/**
 * Scripts that each engine needs around the file, and the command line of its client. The shell scripts are fixed and
 * run inside the database's container; names and passwords are in environment variables, and consist of digits and
 * letters that we generate.
 */
import type { DatabaseAccess } from '../../environments/index.ts'
import { createMariadbDialect } from './sql/mariadb-dialect.policy.ts'
import { postgresDialect } from './sql/postgres-dialect.policy.ts'
import type { SqlDialect } from './sql/sql-dialect.policy.ts'

export const importRole = 'longshore_import'

export interface EngineSandbox {
  dialect(): SqlDialect
  /** Creates the role that runs the file. */
  readonly prepare: string
  /** Transfers ownership of the created objects to the service's own role, which gets its current password. */
  readonly finish: string
  /** Command whose output reveals the client's features. */
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
  // This names nothing from the file, and no search path resolves to objects of the file.
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
  // If psql supports it, it accepts no command but the one that ends the restriction, whose key the file can't know.
  client: (_access, { ability, guard }) => [
    ...['psql', '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'],
    ...(ability.includes('\\restrict') ? [`--command=\\restrict ${guard}`] : []),
    '--file=-',
  ],
}

const root = 'MYSQL_PWD="$MARIADB_ROOT_PASSWORD" mariadb --no-defaults --user=root'

const mariadb: EngineSandbox = {
  dialect: createMariadbDialect,
  // The image has created the service's own role, which owns the one database and has no other rights.
  prepare: `set -eu
${root} --execute='SELECT 1' >/dev/null`,
  finish: `set -eu
${root} <<END
ALTER USER '$MARIADB_USER'@'%' IDENTIFIED BY '$FINAL_PASSWORD';
ALTER USER 'root'@'localhost' IDENTIFIED BY '$FINAL_PASSWORD';
END`,
  ability: ['mariadb', '--version'],
  // Binary mode: no word is a client command, except for the delimiter.
  client: ({ username, databaseName }) => [
    ...['mariadb', '--no-defaults', '--binary-mode', '--batch', '--skip-local-infile', '--loose-sandbox'],
    ...['--default-character-set=utf8mb4', '--max-allowed-packet=1G', '--protocol=TCP', '--host=127.0.0.1'],
    ...[`--user=${username}`, `--database=${databaseName}`],
  ],
}

export const engineSandboxes: Readonly<Record<'postgres' | 'mariadb', EngineSandbox>> = { postgres, mariadb }
