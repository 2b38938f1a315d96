import { type ContainerState, type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import type { Step } from '../../../../platform/durable/workflow.ts'
import { encodeId, newId } from '../../../../platform/ids/type-id.ts'
import type { DeploymentPlan } from '../../deployment-plan.schemas.ts'
import type { DeploySubject } from '../../deployments.references.ts'
import type { DeployContext, DeployDeps } from '../deploy.context.ts'
import type { Moved } from './move-data.step.ts'
import { retirePrevious } from './retire-previous.step.ts'

const [environmentId, older, own, newer] = [newId('env'), newId('dep'), newId('dep'), newId('dep')]

function containerOf(deployment: typeof own): Partial<ContainerState> {
  const labels = {
    'longshore.environment': encodeId('env', environmentId),
    'longshore.deployment': encodeId('dep', deployment),
    'longshore.role': 'app',
  }
  return { name: encodeId('dep', deployment), labels, state: 'exited' }
}

/** A server with containers of three deployments, whose proxy knows this fence. */
async function retire({ knownFence }: { knownFence: number }) {
  const removed: string[] = []
  const runtime = {
    listContainers: async () => [older, own, newer].map(containerOf),
    stopContainer: async () => undefined,
    removeContainer: async (name: string) => void removed.push(name),
    readProxy: async () => ({ isRunning: true, environments: {} }),
    async switchRelease({ fence }: { fence: number }) {
      if (fence < knownFence) throw new RuntimeError('stale_fence', 'a newer one was here')
      throw new RuntimeError('wrong_release', 'something has the traffic')
    },
  } as unknown as Runtime
  const deps = {
    runtimes: { use: (_organization: unknown, _server: unknown, work: (on: Runtime) => unknown) => work(runtime) },
    records: {
      otherReleases: async () => [],
      newerDeployments: async () => [newer],
      desired: async () => ({ live: null }),
    },
    log: { open: () => ({ writeLine: async () => undefined, [Symbol.asyncDispose]: async () => undefined }) },
    settings: { keepReleases: 3 },
  } as unknown as DeployDeps
  const input = { environmentId, serverId: newId('srv'), buildServerId: newId('srv'), build: { cacheBytes: null } }
  const context = {
    run: { id: own, organizationId: newId('org'), input },
    ...{ input, fence: 7, signal: new AbortController().signal },
    output: () => ({ services: [], movesFrom: null }),
    record: () => undefined,
  } as unknown as DeployContext
  const steps = { plan: {} as Step<DeploySubject, DeploymentPlan>, moveData: {} as Step<DeploySubject, Moved> }
  const error = await retirePrevious(deps, steps)
    .run(context)
    .then(
      () => null,
      (reason: unknown) => reason,
    )
  return { removed, error }
}

test('retires only older deployments, because a newer one can have started while this worker was away', async () => {
  expect((await retire({ knownFence: 7 })).removed).toEqual([encodeId('dep', older)])
})

test('a replaced worker removes nothing', async () => {
  const { removed, error } = await retire({ knownFence: 8 })
  expect(removed).toEqual([])
  expect(error).toMatchObject({ code: 'stale_fence' })
})
