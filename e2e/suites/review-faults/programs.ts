/** Users' commands, and changes to the containers of a server. */
import { setTimeout as delay } from 'node:timers/promises'
import { FakeEngine, programSpec } from '@longshore/remote/containers/fake-engine'
import { type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { loadModule } from './checkout-modules.ts'
import type { Finding } from './finding.ts'

const { signal } = new AbortController()

/** Prints that it started, and runs for a while. */
const slowRelease = [
  'node',
  '-e',
  'require("node:fs").appendFileSync("/marks/starts", "start\\n"); setTimeout(() => console.log("migrated"), 20000)',
]
const marks = [{ name: 'marks', path: '/marks' }]
export const programRunsTwice: Finding = {
  id: 'H2',
  title: 'A release command is killed and run again when the worker dies',
  async provoke(faults) {
    const testEnv = await faults.deploying()
    const app = await testEnv.createApp('slow', {
      files: nodeApp('slow', 'RUN mkdir /marks\n'),
      services: [webService({ volumes: marks, releaseCommand: slowRelease })],
    })
    const id = await testEnv.deploy(app)
    await testEnv.waitFor(app, id, ({ step }) => step === 'release-command')
    await untilStarted(testEnv)
    await testEnv.instance.worker.stop('SIGKILL')
    await testEnv.instance.startWorker()
    const { status } = await testEnv.waitFor(app, id)
    const starts = await readStarts(testEnv)
    await mustAsk(testEnv, 'DELETE', `/environments/${app.environmentId}?permanent=true`)
    return { broken: starts !== 1, how: `the release command was started ${starts} times; the deployment is ${status}` }
  },
}

async function readStarts({ servers }: DeployTestEnv): Promise<number> {
  const args = ['find', '/var/lib/docker/volumes', '-path', '*-marks/_data/starts', '-exec', 'cat', '{}', '+']
  const text = (await servers[0]?.target.mustExec(args)) ?? ''
  return text.split('\n').filter((line) => line === 'start').length
}

async function untilStarted(testEnv: DeployTestEnv): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(200))
    if ((await readStarts(testEnv)) > 0) return
  throw new Error('the release command does not start')
}

export const serverErrorIsFinal: Finding = {
  id: 'M3',
  title: 'A 500 of a Docker daemon that restarts fails a deployment for good',
  async provoke({ checkout }) {
    const { toRuntimeError } = await loadModule(checkout, 'packages/remote/src/docker/engine-failure.ts')
    const { EngineError } = await loadModule(checkout, 'packages/remote/src/docker/engine-error.ts')
    const { explainRemote } = await loadModule(checkout, 'apps/server/src/modules/workloads/remote-failure.remote.ts')
    const failure = toRuntimeError(new EngineError(500, 'context canceled'), 'engine_refused')
    const shown = explainRemote(failure, { isLast: false })
    return { broken: shown.name === 'PermanentError', how: `it becomes a ${shown.name} with the code ${shown.code}` }
  },
}

export const takenNameIsFinal: Finding = {
  id: 'M4',
  title: 'A container that a dead worker’s request creates in between fails the deployment',
  async provoke({ checkout }) {
    await using engine = await FakeEngine.start()
    const { createEngine } = await loadModule(checkout, 'packages/remote/src/docker/index.ts')
    const { startContainer } = await loadModule(checkout, 'packages/remote/src/containers/start-container.ts')
    engine.takeNameOnce(programSpec.name)
    const closed = new AbortController().signal
    const host = { ...engine.host, engine: createEngine({ dockerSocket: async () => engine.socketPath, closed }) }
    const start: Promise<unknown> = startContainer(host, { ...programSpec, restart: 'always' }, { signal })
    return await start.then(
      () => ({ broken: false, how: 'it was looked up again, and runs' }),
      (error: unknown) => ({ broken: true, how: String(error) }),
    )
  },
}

export const staleWorkerRetires: Finding = {
  id: 'M5',
  title: 'A worker that was replaced stops the containers of a newer deployment',
  async provoke({ checkout }) {
    const steps = 'apps/server/src/modules/deployments/workflow/steps'
    const { retirePrevious } = await loadModule(checkout, `${steps}/retire-previous.step.ts`)
    const { newId, encodeId } = await loadModule(checkout, 'apps/server/src/platform/ids/type-id.ts')
    const { RuntimeError } = await loadModule(checkout, 'packages/remote/src/runtime/runtime-error.ts')
    const [environmentId, own, newer] = [newId('env'), newId('dep'), newId('dep')]
    const stopped: string[] = []
    const refuse = async () => {
      throw new RuntimeError('stale_fence', 'a newer deployment was here')
    }
    const labels = {
      'longshore.environment': encodeId('env', environmentId),
      'longshore.deployment': encodeId('dep', newer),
      'longshore.role': 'app',
      'longshore.service': 'web',
    }
    const runtime = {
      listContainers: async () => [{ name: 'newer-web', labels, state: 'running' }],
      stopContainer: async (name: string) => void stopped.push(name),
      removeContainer: async (name: string) => void stopped.push(name),
      readProxy: async () => ({ isRunning: true, environments: {} }),
      ...{ switchRelease: refuse, removeRelease: refuse, putRelease: refuse },
    }
    const deps = {
      runtimes: { use: async (_org: unknown, _server: unknown, work: (on: object) => unknown) => await work(runtime) },
      records: {
        otherReleases: async () => [],
        newerDeployments: async () => [newer],
        deployment: async () => ({ switchedAt: new Date(0) }),
        desired: async () => ({ live: null }),
      },
      log: { open: () => ({ writeLine: async () => undefined, [Symbol.asyncDispose]: async () => undefined }) },
      clock: { now: Date.now, wait: async () => undefined },
      settings: { keepReleases: 3 },
    }
    const input = { environmentId, serverId: newId('srv'), buildServerId: newId('srv') }
    const context = {
      run: { id: own, organizationId: newId('org'), input },
      ...{ input, signal, fence: 1, attempt: 1 },
      output: () => ({ services: [], movesFrom: null, isMoved: false }),
      record: () => undefined,
    }
    const ended: string = await retirePrevious(deps, { plan: {}, moveData: {} })
      .run(context)
      .then(() => 'it ended', String)
    return { broken: stopped.length > 0, how: stopped.length > 0 ? `it stopped ${stopped.join(' ')}` : ended }
  },
}

export const programFindings: readonly Finding[] = [
  programRunsTwice,
  serverErrorIsFinal,
  takenNameIsFinal,
  staleWorkerRetires,
]
