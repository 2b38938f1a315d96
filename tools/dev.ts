/**
 * bin/dev: everything on this machine, with reload. PostgreSQL and Restate store their data in `.data/`; API and worker
 * restart when a source changes. Ctrl-C stops everything, the database last.
 * bin/dev COMMAND …: runs one of the server's commands against this instance, for example `bin/dev otp
 * you@example.com`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildDashboard } from './build-dashboard.ts'
import { type DeployPrograms, findDeployPrograms } from './dev/deploy-programs.ts'
import { type Instance, openInstance } from './dev/instance.ts'
import { endLeftovers, forget, remember } from './dev/leftovers.ts'
import { startPostgres } from './dev/postgres.ts'
import { startRestate } from './dev/restate.ts'
import { Service } from './dev/service.ts'
import { root } from './source-files.ts'

const main = join(root, 'apps/server/src/main.ts')
/** A little longer than the processes' own limit. */
const stopTimeoutMs = 28_000
const readyTimeoutMs = 15_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '8460' } },
})
const instance = await openInstance(Number.parseInt(values.port, 10))
// doctor also checks the worker's programs.
if (positionals[0] === 'doctor') Object.assign(instance.environment, (await findDeployPrograms()).environment)
if (positionals.length > 0) process.exit(await runCommand(instance, positionals))

const runFile = join(instance.folder, 'dev.json')
await endLeftovers(runFile).catch((error: Error) => {
  console.error(`dev: ${error.message}`)
  process.exit(1)
})
const services: Service[] = []
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

try {
  await startPostgres(instance, keep)
  await startRestate(instance, keep)
  if ((await runCommand(instance, ['migrate'])) !== 0) throw new Error('the migrations failed')
  // The API shows on its page what is missing; a problem of the dashboard must not block the rest.
  await buildDashboard().catch((error: Error) => console.error(`dev: the dashboard cannot be built: ${error.message}`))
  const programs = await findDeployPrograms()
  Object.assign(instance.environment, programs.environment)
  for (const name of ['worker', 'api']) await keep(startProcess(name))
  await Promise.race([announce(programs).then(() => once(stopping.signal, 'abort')), ...services.map(failWhenEnded)])
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`dev: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
} finally {
  console.log('dev: stopping')
  for (const service of services.toReversed()) await service.stop(stopTimeoutMs)
  await forget(runFile)
}
process.exit()

async function keep(service: Service): Promise<void> {
  services.push(service)
  await remember(
    runFile,
    services.map((each) => ({ pid: each.processId, signal: each.stopSignal })),
  )
  stopping.signal.throwIfAborted()
}

function startProcess(name: string): Service {
  return new Service({
    name,
    program: process.execPath,
    args: [
      '--watch-path',
      join(root, 'apps/server/src'),
      '--watch-preserve-output',
      '--disable-proto=delete',
      '--max-semi-space-size=8',
      main,
      name,
    ],
    environment: instance.environment,
    stopSignal: 'SIGTERM',
    cwd: root,
  })
}

async function failWhenEnded(service: Service): Promise<never> {
  await service.exited
  throw new Error(`${service.name} ended; its last lines are above`)
}

/** Its output is shown unchanged: it can be a code or a link that the user needs. */
async function runCommand({ environment }: Instance, args: string[]): Promise<number> {
  const child = spawn(process.execPath, ['--disable-proto=delete', main, ...args], {
    env: environment,
    stdio: 'inherit',
    cwd: root,
  })
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 1
}

async function announce({ notes, preparing }: DeployPrograms): Promise<void> {
  const address = `http://localhost:${instance.ports.api}`
  const hint = setTimeout(
    () => console.log('dev: the api is not ready yet; a saved fix starts it again'),
    readyTimeoutMs,
  )
  while (!(await isReady(address))) {
    stopping.signal.throwIfAborted()
    await delay(100)
  }
  clearTimeout(hint)
  console.log(`
  Longshore runs at ${address}
  Dashboard          ${address}/
  API documentation  ${address}/api/docs
  Next: make the first account
    bin/dev setup-link
  To change the dashboard, with reload: bin/dashboard
  Stop with Ctrl-C; data stays in ${instance.folder}
`)
  for (const note of notes) console.log(`dev: ${note}`)
  void preparing.then((note) => note !== null && console.log(`dev: ${note}`))
}

async function isReady(address: string): Promise<boolean> {
  const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok === true
}
