import type { ContainerState } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { restartContainers } from './restart-service.remote.ts'

const { signal } = new AbortController()

function recording(running: Record<string, boolean>) {
  const calls: string[] = []
  const runtime = {
    inspectContainer: async (name: string) =>
      ({
        name,
        state: running[name] === true ? 'running' : 'exited',
        address: `ip-${name}`,
      }) as unknown as ContainerState,
    async stopContainer(name: string, { graceSeconds }: { graceSeconds: number }) {
      running[name] = false
      calls.push(`stop ${name} within ${graceSeconds}`)
    },
    async restartStopped(name: string) {
      running[name] = true
      calls.push(`start ${name}`)
      return {} as ContainerState
    },
  }
  const restart = (containers: string[], isRouted = true) =>
    restartContainers(runtime, {
      containers,
      graceSeconds: 10,
      sendTo: isRouted ? async (addresses) => void calls.push(`send to ${addresses.join(' ')}`) : undefined,
      waitUntilReady: async (slot) => void calls.push(`ready ${slot}`),
      signal,
    })
  return { calls, restart }
}

test('takes each replica out of traffic before it stops, and waits until it is healthy before the next', async () => {
  const { calls, restart } = recording({ a: true, b: true })
  await restart(['a', 'b'])
  expect(calls).toEqual([
    'send to ip-b',
    'stop a within 10',
    'start a',
    'ready 0',
    'send to ip-a',
    'stop b within 10',
    'start b',
    'ready 1',
  ])
})

test('keeps the traffic of a service with one container, because nothing else can take it', async () => {
  const { calls, restart } = recording({ a: true })
  await restart(['a'])
  expect(calls).toEqual(['stop a within 10', 'start a', 'ready 0'])
})

test('sends no traffic to a replica that does not run', async () => {
  const { calls, restart } = recording({ a: true, b: false })
  await restart(['a', 'b'])
  expect(calls[0]).toBe('stop a within 10')
})

test('leaves the proxy alone for a worker', async () => {
  const { calls, restart } = recording({ a: true, b: true })
  await restart(['a', 'b'], false)
  expect(calls.filter((call) => call.startsWith('send'))).toEqual([])
})
