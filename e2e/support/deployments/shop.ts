/** The scenario's app: a web service, a worker of the same image, and a database. version.json controls its behavior. */
import type { RepositoryFile } from '../../fixtures/repository.ts'
import { webService } from '../deploy-test-env.ts'

export interface Behavior {
  version: string
  /** Prints its secret, then exits with code 3 before it listens. */
  crashes?: boolean
  /** The build never ends. */
  hangs?: boolean
}

const server = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
const { version, crashes = false } = JSON.parse(readFileSync('version.json', 'utf8'))
if (crashes) {
  console.log('the token is ' + process.env.TOKEN)
  process.exit(3)
}
// PostgreSQL answers the question for TLS with one letter, before any login.
const askDatabase = () => new Promise((resolve) => {
  const { hostname, port } = new URL(process.env.DATABASE_URL)
  const socket = connect(Number(port || 5432), hostname, () => socket.write(Buffer.from('0000000804d2162f', 'hex')))
  socket.setTimeout(2000, () => socket.destroy(new Error('timeout')))
  socket.once('data', (data) => { socket.destroy(); resolve(String(data).slice(0, 1)) })
  socket.once('error', (error) => resolve(error.message))
})
const app = createServer(async (request, response) => {
  if (request.url === '/database') return response.end(await askDatabase())
  response.end(version)
})
app.listen(Number(process.env.PORT || 3000), '0.0.0.0')
process.on('SIGTERM', () => app.close(() => process.exit(0)))
`
const worker = `setInterval(() => console.log('tick'), 1000)
process.on('SIGTERM', () => process.exit(0))
`

export function shopFiles({ hangs = false, ...behavior }: Behavior): RepositoryFile[] {
  const wait = hangs ? 'RUN ["sleep", "3613"]\n' : ''
  return [
    { path: 'Dockerfile', content: `FROM node:24-slim\nWORKDIR /app\n${wait}COPY . ./\nCMD ["node", "server.mjs"]\n` },
    { path: 'server.mjs', content: server },
    { path: 'worker.mjs', content: worker },
    { path: 'version.json', content: JSON.stringify(behavior) },
  ]
}

export const shopServices = [
  webService({ drainSeconds: 1, stabilitySeconds: 1 }),
  {
    name: 'jobs',
    kind: 'worker',
    sharesImageWith: 'web',
    command: ['node', 'worker.mjs'],
    stabilitySeconds: 1,
    drainSeconds: 0,
  },
  { name: 'db', kind: 'postgres' },
]
