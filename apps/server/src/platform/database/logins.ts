/**
 * The logins of the api and the worker: they own nothing, and can only take the roles that their queries run under. The login
 * that applies migrations makes them, from the addresses that the two processes are given.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'

const iterations = 4_096
const namePattern = /^[a-z_][a-z0-9_]{0,62}$/

/** After the migrations. Also sets the password anew: the file that the process gets is what counts. */
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
  // The server stores this form anyway. The password itself must not stand in a statement, which the server may log.
  const secret =
    typeof password === 'string' && password !== '' ? ` password ${pg.escapeLiteral(scramOf(password))}` : ''
  await client.query(`alter role ${role} with login noinherit nocreaterole nocreatedb${secret}`)
  await client.query(`grant longshore_tenant, longshore_system to ${role}`)
  // For doctor, which asks before it knows whether there are roles to take.
  await client.query(`grant select on schema_migrations to ${role}`)
  await client.query(`grant connect on database ${pg.escapeIdentifier(database ?? '')} to ${role}`)
  return name
}

/** Two databases of one cluster may be prepared at once. */
function ignoreExisting(error: unknown): void {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code !== '42710' && code !== '23505') throw error
}

/** RFC 5802 and 7677, in the form of pg_authid. */
export function scramOf(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64')
  const serverKey = mac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
