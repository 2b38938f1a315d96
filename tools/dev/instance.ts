/** The developer's instance: keys and data in `.data/`, sockets in a short folder, ports in one family. */
import { createHash } from 'node:crypto'
import { chown, mkdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { initInstance } from '../../apps/server/src/commands/init.ts'
import { root } from '../source-files.ts'
import { type Account, databaseAccount } from './account.ts'

export interface Instance {
  folder: string
  /** Folder for sockets: their paths are limited to 107 characters. */
  sockets: string
  ports: Ports
  account: Account
  /** Environment of the processes. */
  environment: NodeJS.ProcessEnv
  secret(name: string): string
}

export type Ports = ReturnType<typeof portsFrom>

export async function openInstance(apiPort: number): Promise<Instance> {
  const folder = process.env.LONGSHORE_DATA ?? join(root, '.data')
  const ports = portsFrom(apiPort)
  await mkdir(folder, { recursive: true })
  await initInstance({ folder, publicUrl: `http://localhost:${ports.api}` })
  const account = await databaseAccount()
  const sockets = await openSocketsFolder(folder, account)
  const secret = (name: string) => join(folder, 'secrets', name)
  const password = (await readFile(secret('database-password'), 'utf8')).trim()
  return {
    folder,
    sockets,
    ports,
    account,
    secret,
    environment: {
      NODE_ENV: 'development',
      ...parseEnv(await readFile(join(folder, '.env'), 'utf8')),
      ...process.env,
      DATABASE_URL: `postgresql://longshore:${password}@/longshore?host=${encodeURIComponent(sockets)}`,
      LINK_SOCKET: join(sockets, 'link.sock'),
      LINK_KEY_FILE: secret('link-key'),
      API_DERIVE_KEY_FILE: secret('api-derive-key'),
      SEALING_IDENTITIES_FILE: secret('sealing-identities'),
      SMTP_URL_FILE: secret('smtp-url'),
      API_PORT: String(ports.api),
      API_METRICS_PORT: String(ports.apiMetrics),
      WORKER_PORT: String(ports.worker),
      WORKER_METRICS_PORT: String(ports.workerMetrics),
      RESTATE_INGRESS_URL: `http://127.0.0.1:${ports.ingress}`,
      RESTATE_ADMIN_URL: `http://127.0.0.1:${ports.admin}`,
    },
  }
}

function portsFrom(api: number) {
  const next = api + 1_000
  return {
    api,
    apiMetrics: next,
    worker: next + 1,
    workerMetrics: next + 2,
    ingress: next + 3,
    admin: next + 4,
    fabric: next + 5,
  }
}

async function openSocketsFolder(folder: string, account: Account): Promise<string> {
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const path = join(tmpdir(), `longshore-dev-${mark}`)
  await mkdir(path, { mode: 0o700, recursive: true })
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid)
  const { uid } = await stat(path)
  const expected = account.uid ?? process.getuid?.()
  if (uid !== expected) throw new Error(`${path} belongs to another user; remove it`)
  return path
}
