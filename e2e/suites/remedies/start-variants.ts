/** Apps that are built, but don't become healthy until something is changed. */
import { mib, server, type Variant, withDockerfile } from './variant.ts'

const port = { code: 'port_mismatch', action: 'change_port' } as const
const loopback = { code: 'listens_on_loopback' } as const
const host = { code: 'host_not_allowed', action: 'set_variable' } as const
/** As a development server does it: an option decides where it listens. */
const vite = `#!/usr/bin/env node
const { createServer } = require('node:http')
const at = process.argv.indexOf('--host')
const host = at === -1 ? '127.0.0.1' : process.argv[at + 1]
createServer((request, response) => response.end('fine')).listen(process.env.PORT, host)
process.on('SIGTERM', () => process.exit(0))
`
const refusing = (variable: string, say: string) => `import { createServer } from 'node:http'
const known = (process.env.${variable} ?? '').split(',')
createServer((request, response) => {
  const host = (request.headers.host ?? '').split(':')[0]
  if (known.includes(host)) return response.end('fine')
  console.error(${say})
  response.statusCode = 400
  response.end()
}).listen(process.env.PORT, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`

export const network: readonly Variant[] = [
  { ...port, name: 'another-port', files: withDockerfile(server('', "8080, '0.0.0.0'")) },
  { ...port, name: 'port-not-set', files: withDockerfile(server('', "4000, '0.0.0.0'")), service: { port: null, healthCheck: null } },
  { ...port, name: 'another-port-ipv6', files: withDockerfile(server('', "9000, '::'")) },
  { ...loopback, action: 'set_variable', name: 'loopback', files: withDockerfile(server('', "process.env.PORT, process.env.HOST ?? '127.0.0.1'")) },
  { ...loopback, action: 'set_variable', name: 'loopback-localhost', files: withDockerfile(server('', "process.env.PORT, process.env.HOST || 'localhost'")) },
  { ...loopback, action: 'change_command', name: 'loopback-option', files: withDockerfile(server(), { extra: 'RUN cp vite.cjs /usr/local/bin/vite && chmod 755 /usr/local/bin/vite\n', more: [{ path: 'vite.cjs', content: vite }] }), service: { command: 'vite preview' } },
  { ...host, name: 'host-refused', files: withDockerfile(refusing('ALLOWED_HOSTS', '`Invalid HTTP_HOST header: \'${host}\'. You may need to add \'${host}\' to ALLOWED_HOSTS.`')) },
  { ...host, name: 'host-blocked', files: withDockerfile(refusing('RAILS_DEVELOPMENT_HOSTS', '`[ActionDispatch::HostAuthorization::DefaultResponseApp] Blocked hosts: ${host}`')) },
] // biome-ignore format: one app per line

const folder = { code: 'folder_not_writable', action: 'set_variable' } as const
const database = { code: 'database_missing', action: 'add_database' } as const
const table = { code: 'migration_missing', action: 'change_command' } as const
const makes = (path: string) => `import { mkdirSync } from 'node:fs'\nmkdirSync(${path}, { recursive: true })\n`
const unowned = 'ENV HOME=/root\nUSER node\n'
const reaches = (variable: string, fallback: string) => `import { connect } from 'node:net'
const { hostname, port } = new URL(process.env.${variable} ?? '${fallback}')
await new Promise((resolve, reject) => connect(Number(port), hostname, resolve).on('error', reject))
`
const needsUrl = `if (!process.env.REDIS_URL) throw new Error('REDIS_URL is not set')\n`
const sqlite = "import { DatabaseSync } from 'node:sqlite'\nconst shop = new DatabaseSync('/data/shop.db')\n"
const migrates = {
  path: 'migrate.mjs',
  content: `${sqlite}shop.exec('create table if not exists items (name text)')\n`,
}
const stored = { volumes: [{ name: 'data', path: '/data' }] }

export const data: readonly Variant[] = [
  { ...folder, name: 'home-not-owned', files: withDockerfile(server(`import { homedir } from 'node:os'\n${makes("homedir() + '/.cache/app'")}`), { extra: unowned }) },
  { ...folder, name: 'folder-not-owned', files: withDockerfile(server(makes('process.env.DATA_DIR')), { extra: unowned }), variables: [{ key: 'DATA_DIR', value: '/data', scope: 'runtime', secret: false }] },
  { ...database, name: 'postgres-missing', files: withDockerfile(server(reaches('DATABASE_URL', 'postgres://localhost:5432'))) },
  { ...database, name: 'redis-missing', files: withDockerfile(server(needsUrl)) },
  { ...table, name: 'table-missing', files: withDockerfile(server(`${sqlite}shop.prepare('select * from items').all()`), { more: [migrates] }), service: stored, text: 'node migrate.mjs' },
] // biome-ignore format: one app per line

/** Left for the browser. */
export const forButton: Variant = {
  ...port,
  name: 'button',
  files: withDockerfile(server('', "8081, '0.0.0.0'")),
  service: { resources: { memoryBytes: 128 * mib } },
}
