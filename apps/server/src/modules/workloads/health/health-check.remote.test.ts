import type { ContainerState, Runtime } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { type HealthCheckTarget, waitUntilHealthy } from './health-check.remote.ts'

const running = { state: 'running', restartCount: 5, exitCode: null, oomKilled: false, startedAt: null }

/** Each check sees the next of these states, and later checks see the last one. */
async function check(states: readonly object[], more: Partial<Runtime> = {}): Promise<unknown> {
  let asked = 0
  let nowMs = 0
  const clock = {
    now: () => nowMs,
    wait: async (ms: number) => {
      nowMs += ms
    },
  }
  const runtime = {
    inspectContainer: async () => (states[Math.min(asked++, states.length - 1)] ?? null) as ContainerState | null,
    readLogTail: async () => 'last words',
    ...more,
  } as unknown as Runtime
  const exam = {
    container: { name: 'web-1' },
    service: { name: 'web', kind: 'web', configuration: ServiceConfiguration.parse({ port: 3_000 }) },
    hostname: 'web.example.com',
    log: { redact: (text: string) => text.replaceAll('hunter2', '***') },
    signal: new AbortController().signal,
  } as unknown as HealthCheckTarget
  return await waitUntilHealthy(clock as Parameters<typeof waitUntilHealthy>[0], runtime, exam).catch(
    (error: unknown) => error,
  )
}

test('reports the exit code of a crash loop even when every check saw the program running', async () => {
  const between = { ...running, state: 'restarting', exitCode: 3, restartCount: 6 }
  expect(await check([running, running, between])).toMatchObject({
    code: 'crash_loop',
    details: { exitCode: 3, logTail: 'last words' },
  })
})

test('a crash loop without a visible exit code ends without one', async () => {
  const error = await check([running])
  expect(error).toMatchObject({ code: 'crash_loop', details: { logTail: 'last words' } })
  expect(error).not.toHaveProperty('details.exitCode')
})

test('keeps a response that explains a rejected request with the log tail, without secrets', async () => {
  const text = 'Blocked request. This host ("web.example.com") is not allowed. hunter2'
  const error = await check([{ ...running, restartCount: 0 }], {
    probe: async () => ({ ok: true, status: 503, durationMs: 1, text }),
    listListening: async () => ['0.0.0.0:3000'],
  })
  expect(error).toMatchObject({
    code: 'health_check_failed',
    message: expect.stringContaining('It responded with 503 on /.'),
    details: { logTail: 'last words\nBlocked request. This host ("web.example.com") is not allowed. ***' },
  })
})
