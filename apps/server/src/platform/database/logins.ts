/**
 * Database logins of the API and the worker. They own nothing and can only take the roles that their queries run under.
 * The migration login creates them from the connection URLs that the two processes use.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'

const iterations = 4_096
const namePattern = /^[a-z_][a-z0-9_]{0,62}$/

/**
 * Creates or updates the logins; call it after the migrations. It also resets the password, because the process's
 * secret file is the source of truth.
 */
export async function ensureLogins(ownerUrl: string, loginUrls: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'longshore-migrate' })
  await client.connect()
  try {
    const names: string[] = []
    for (const url of loginUrls) names.push(await ensureLogin(client, ownerUrl, url))
    return names
  } finally {
    await client.end()
  }
}

async function ensureLogin(client: pg.Client, ownerUrl: string, loginUrl: string): Promise<string> {
  const { user: name = '', password = '', database: wanted } = new pg.Client({ connectionString: loginUrl })
  const { user: owner, database } = new pg.Client({ connectionString: ownerUrl })
  if (!namePattern.test(name)) throw new Error('the name of a database login is not plain')
  if (name === owner) throw new Error('the api and the worker need logins of their own, not that of the owner')
  if (wanted !== database) throw new Error(`the login ${name} is for another database`)
  const role = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await client.query(`create role ${role}`).catch(ignoreExisting)
  // The server stores this form anyway. The plain password must not be in a statement, because the server may log
  // statements.
  const secret =
    typeof password === 'string' && password !== '' ? ` password ${pg.escapeLiteral(scramOf(password))}` : ''
  await client.query(`alter role ${role} with login noinherit nocreaterole nocreatedb${secret}`)
  await client.query(`grant longshore_tenant, longshore_system to ${role}`)
  // `doctor` reads this table before it knows whether the roles exist.
  await client.query(`grant select on schema_migrations to ${role}`)
  await client.query(`grant connect on database ${pg.escapeIdentifier(database ?? '')} to ${role}`)
  return name
}

/** Two databases of one cluster may create the same login at once. */
function ignoreExisting(error: unknown): void {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code !== '42710' && code !== '23505') throw error
}

/** SCRAM-SHA-256 verifier (RFC 5802 and 7677) in the format of pg_authid. */
export function scramOf(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64')
  const serverKey = mac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
