/** Checks of PostgreSQL: reachable, accepts the login, recent enough, and the login's role. */
import type { Check } from '../check.ts'
import { fault, ok, warning } from '../finding.policy.ts'
import { evaluateSkew, isUnreachable } from './database.policy.ts'

const oldestVersion = 150_000
const tenant = 'longshore_tenant'
const system = 'longshore_system'

export const databaseChecks: readonly Check[] = [
  {
    code: 'database-reach',
    meaning: 'Nothing responds at DATABASE_URL.',
    remedy:
      "Run docker compose up -d --wait postgres. If it doesn't start, check docker compose logs --tail 50 postgres.",
    async run(context) {
      const error = await context.loginError()
      if (error === null || !isUnreachable(error)) return ok('responds')
      return fault(`PostgreSQL is unreachable (${'code' in error ? String(error.code) : 'no response in time'})`)
    },
  },
  {
    code: 'database-login',
    meaning: 'PostgreSQL rejects the login in DATABASE_URL: the password, user, or database is wrong.',
    remedy: `Run docker compose run --rm migrate to set the passwords from secrets for the API and the worker. If that's rejected too, make secrets/database-url match PostgreSQL: docker compose exec postgres psql -U postgres -c "\\password longshore".`,
    needs: ['database-reach'],
    async run(context) {
      const error = await context.loginError()
      if (error === null) return ok('can log in')
      const code = 'code' in error ? String(error.code) : ''
      const why: Record<string, string> = {
        '28P01': 'the password is wrong',
        '28000': "the user isn't allowed to log in",
        '3D000': "the database doesn't exist",
        '53300': 'no connections left',
      }
      return fault(`the login is rejected: ${why[code] ?? `PostgreSQL returned ${code}`}`)
    },
  },
  {
    code: 'database-version',
    meaning: 'PostgreSQL is older than 15.',
    remedy: 'Move to a newer PostgreSQL: back up, start an empty one from the compose file, and restore.',
    needs: ['database-login'],
    async run(context) {
      const [row] = await context.query<{ number: number; text: string }>(
        `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
      )
      const text = `PostgreSQL ${row?.text ?? '?'}`
      return (row?.number ?? 0) >= oldestVersion ? ok(text) : fault(`${text} is too old`)
    },
  },
  {
    code: 'database-role',
    meaning: 'The login in DATABASE_URL, or a role it uses, is a superuser or bypasses row-level security.',
    remedy: 'As a PostgreSQL superuser, run: alter role NAME nosuperuser nobypassrls.',
    needs: ['database-login'],
    async run(context) {
      const rows = await context.query<{ name: string; super: boolean }>(
        'select rolname as name, rolsuper as super from pg_roles where rolname in (session_user, $1, $2) and (rolsuper or rolbypassrls)',
        [tenant, system],
      )
      const [first] = rows
      if (first === undefined) return ok('has only the rights it needs')
      const why = first.super ? 'is a superuser' : 'bypasses row-level security'
      return fault(`${first.name} ${why}`, `As a superuser, run: alter role "${first.name}" nosuperuser nobypassrls;`)
    },
  },
  {
    code: 'database-roles',
    meaning: "The login can't use the roles longshore_tenant and longshore_system, so every query fails.",
    remedy: 'As a PostgreSQL superuser, run: grant longshore_tenant, longshore_system to the login in DATABASE_URL.',
    needs: ['database-login'],
    async run(context) {
      const rows = await context.query<{ name: string; login: string }>(
        `select wanted.name, session_user as login from unnest($1::text[]) as wanted (name)
         left join pg_roles on rolname = wanted.name
         where rolname is null or not pg_has_role(session_user, oid, 'member')`,
        [[tenant, system]],
      )
      const [first] = rows
      if (first === undefined) return ok('can be used')
      const names = rows.map(({ name }) => name).join(', ')
      return fault(`${first.login} can't become ${names}`, `As a superuser, run: grant ${names} to "${first.login}";`)
    },
  },
  {
    code: 'database-connections',
    meaning: 'PostgreSQL is almost out of connections.',
    remedy: 'Raise max_connections in compose.yaml, or lower DATABASE_POOL_SIZE in .env, then docker compose up -d.',
    needs: ['database-login'],
    async run(context) {
      const [row] = await context.query<{ used: number; most: number }>(
        `select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
           current_setting('max_connections')::int as most`,
      )
      const { used = 0, most = 0 } = row ?? {}
      const text = `${used} of ${most} connections are in use`
      return used > most * 0.9 ? warning(text) : ok(text)
    },
  },
  {
    code: 'clock-database',
    meaning: 'The clocks of this machine and the database differ.',
    remedy: 'Turn on time synchronization on both machines: timedatectl set-ntp true.',
    needs: ['database-login'],
    async run(context) {
      const before = Date.now()
      const [row] = await context.query<{ at: Date }>('select clock_timestamp() as at')
      return evaluateSkew('the database', {
        before,
        at: row?.at.getTime() ?? before,
        after: Date.now(),
        resolutionMs: 1,
      })
    },
  },
]
