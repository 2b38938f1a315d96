/** One environment over two deployments: the output of its containers is stored, including that of the removed one. */
import { setTimeout as delay } from 'node:timers/promises'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { type App, type DeployTestEnv, webService } from '../../support/deploy-test-env.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { readLines, waitForLines } from './read-logs.ts'

const secret = 'correct-horse-battery-staple'
const eventsWithinMs = 120_000

export async function runScenario(testEnv: DeployTestEnv): Promise<void> {
  const { report } = testEnv
  const app = await testEnv.createApp('diary', { files: program('one'), services: [webService()] })
  const variables = [{ key: 'TOKEN', value: secret, secret: true, scope: 'runtime' }]
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/variables`, { variables })
  await deployed(testEnv, app)
  const first = await waitForLines(testEnv, app, (lines) => lines.some((line) => line.text === 'version one is up'))
  report.expect(
    first.some((line) => line.text === 'version one is up' && line.service === 'web'),
    'stdout is kept',
  )
  report.expect(
    first.some((line) => line.stream === 'stderr' && line.text.startsWith('a warning')),
    'stderr is kept',
  )
  report.expect(!JSON.stringify(first).includes(secret), 'a secret is masked')
  report.expect(
    first.some((line) => line.text.startsWith('the token is') && line.text !== 'the token is '),
    'it was printed',
  )
  report.expect(
    first.some((line) => line.text === 'x'.repeat(20_000)),
    'a line longer than an entry of Docker is one line',
  )
  await testEnv.commit(app, program('two'))
  await deployed(testEnv, app)
  const lines = await waitForLines(testEnv, app, (all) => all.some((line) => line.text === 'version one ends'))
  const texts = lines.map((line) => line.text)
  report.expect(
    texts.filter((text) => text === 'version one is up').length === 1,
    'the lines of a removed container stay, once',
  )
  report.expect(texts.includes('version one ends'), 'the last words of a container are kept')
  for (const mark of [
    'Deployment #1 started.',
    'Deployment #1 is live.',
    'Deployment #2 started.',
    'Deployment #2 is live.',
  ])
    report.expect(texts.filter((text) => text === mark).length === 1, `the mark “${mark}” is there once`)
  const order = ['Deployment #1 started.', 'version one is up', 'Deployment #1 is live.', 'version two is up']
  report.expect(
    order.every((text, index) => index === 0 || texts.indexOf(text) > texts.indexOf(order[index - 1] ?? '')),
    'marks stand where they belong',
  )
  await proveQueries(testEnv, app)
  await proveEvents(testEnv, app)
  await proveEarlierEvents(testEnv, app)
}

async function proveQueries(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report } = testEnv
  const found = await readLines(testEnv, app, '&q=VERSION%20two')
  report.expect(found.length === 1 && found[0]?.text === 'version two is up', 'a search finds what it should')
  const other = await readLines(testEnv, app, '&service=other')
  report.expect(
    other.every((line) => line.stream === 'deployment'),
    'a filter by service leaves others out',
  )
  const since = new Date(Date.now() + 60_000).toISOString()
  report.expect((await readLines(testEnv, app, `&since=${since}`)).length === 0, 'since leaves older ones out')
  const { text, headers, status } = await ask(testEnv, 'GET', `/environments/${app.environmentId}/logs/download`)
  report.expect(
    status === 200 && headers.get('content-type')?.startsWith('text/plain') === true,
    'the download is text',
  )
  report.expect(
    /^\S+ web stdout version two is up$/m.test(text) && !text.includes(secret),
    'the download has the lines',
  )
}

async function proveEvents(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report } = testEnv
  const items = await readEvents(testEnv, app)
  const kinds = items.map(({ kind }) => kind)
  report.expect(kinds.filter((kind) => kind === 'started').length === 2, `two containers started: ${kinds}`)
  const end = items.find(({ kind }) => kind === 'exited')
  report.expect(end?.exitCode === 3 && end.service === 'web', `the exit code is kept: ${JSON.stringify(end)}`)
}

/** A session that starts later than the server's containers still learns their state. */
async function proveEarlierEvents(testEnv: DeployTestEnv, app: App): Promise<void> {
  const { report, instance } = testEnv
  await instance.worker.stop('SIGKILL')
  await using sql = createSqlClient(instance.databaseUrl)
  await sql.query('delete from container_events')
  await sql.query('update runtime_log_leases set events_at = null')
  await instance.startWorker()
  const kinds = (await readEvents(testEnv, app)).map(({ kind }) => kind)
  const started = kinds.filter((kind) => kind === 'started')
  report.expect(started.length === 2, `events from before the first session: ${kinds}`)
}

interface Event {
  readonly kind: string
  readonly exitCode: number | null
  readonly service: string
}

/** Events use another connection than container output, and can arrive later. */
async function readEvents(testEnv: DeployTestEnv, app: App): Promise<Event[]> {
  for (const deadline = Date.now() + eventsWithinMs; ; await delay(200)) {
    const { items } = await mustAsk<{ items: Event[] }>(
      testEnv,
      'GET',
      `/environments/${app.environmentId}/container-events`,
    )
    if (items.some(({ kind }: Event) => kind === 'exited') || Date.now() > deadline) return items
  }
}

async function deployed(testEnv: DeployTestEnv, app: App): Promise<void> {
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (deployment.status !== 'live') throw new Error(`${deployment.status}: ${JSON.stringify(deployment.error)}`)
}

function program(version: string) {
  const server = `import { createServer } from 'node:http'
console.log('version ${version} is up')
console.error('a warning of ${version}')
console.log('the token is ' + process.env.TOKEN)
console.log('x'.repeat(20000))
createServer((request, response) => response.end('ok')).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => {
  console.log('version ${version} ends')
  process.exit(3)
})
`
  const dockerfile = 'FROM node:24-slim\nWORKDIR /app\nCOPY server.mjs ./\nCMD ["node", "server.mjs"]\n'
  return [
    { path: 'Dockerfile', content: dockerfile },
    { path: 'server.mjs', content: server },
  ]
}
