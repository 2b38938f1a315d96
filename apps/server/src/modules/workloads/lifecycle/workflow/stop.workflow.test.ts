import type { ContainerState, Runtime } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { newId } from '../../../../platform/ids/type-id.ts'
import { labelNames, proxyNames } from '../../server-names.policy.ts'
import { stopServing } from './stop.workflow.ts'

const environmentId = newId('env')
const { environment } = proxyNames(environmentId, newId('dep'))
const { signal } = new AbortController()

function recording(proxy: { isRunning: boolean; current: string | null }) {
  const calls: string[] = []
  const app = { name: 'web-0', state: 'running', labels: { [labelNames.role]: 'app' } }
  const database = { name: 'db', state: 'running', labels: { [labelNames.role]: 'database' } }
  const runtime = {
    async readProxy() {
      const environments = { [environment]: { fence: 1, current: proxy.current, releases: [] } }
      return { isRunning: proxy.isRunning, environments }
    },
    async switchRelease({ release, fence }: { release: string | null; fence: number }) {
      calls.push(`switch to ${release} with ${fence}`)
      return { previous: null, isChange: true }
    },
    listContainers: async () => [app, database] as unknown as ContainerState[],
    async stopContainer(name: string) {
      calls.push(`stop ${name}`)
    },
  } as unknown as Runtime
  return { runtime, calls }
}

const stop = (runtime: Runtime) => stopServing(runtime, { environmentId, fence: 7, signal })

test('takes traffic away before anything stops, so visitors get the 503 page at once', async () => {
  const { runtime, calls } = recording({ isRunning: true, current: 'dep_a' })
  await stop(runtime)
  expect(calls).toEqual(['switch to null with 7', 'stop web-0', 'stop db'])
})

test('compares the fence also when nothing receives traffic', async () => {
  const { runtime, calls } = recording({ isRunning: true, current: null })
  await stop(runtime)
  expect(calls).toEqual(['switch to null with 7', 'stop web-0', 'stop db'])
})

test('leaves a stopped proxy alone', async () => {
  const { runtime, calls } = recording({ isRunning: false, current: 'dep_a' })
  await stop(runtime)
  expect(calls).toEqual(['stop web-0', 'stop db'])
})
