import type { Deployment, DeploymentStep } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { plainText } from '../terminal/text.ts'
import { applyEvent, type FollowEvent, initialFollowState } from './follow-state.ts'
import { outcomeLines } from './outcome.ts'
import { layOutSteps } from './step-lines.ts'

const nowMs = Date.parse('2026-01-01T00:00:10Z')
const deployment: Deployment = {
  id: 'dep_1', environmentId: 'env_1', number: 7, status: 'building', step: 'build-image', trigger: 'manual', serverId: null,
  branch: 'main', commit: { sha: 'abcdef0123456789', message: 'Mend\nit', author: 'Ada\u001b[2J', committedAt: null }, images: {},
  waitingFor: null, supersededBy: null, rollbackOf: null, promotedFrom: null, canRollBackTo: false, createdBy: null, warnings: [],
  error: null, diagnosis: null, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', startedAt: '2026-01-01T00:00:00Z',
  switchedAt: null, finishedAt: null, durationMs: null, medianDurationMs: 20_000,
} // biome-ignore format: a row of a table
const step = (name: string, more: Partial<DeploymentStep> = {}): DeploymentStep => ({
  name, status: 'pending', attempt: 1, startedAt: null, finishedAt: null, durationMs: null, medianMs: null, detail: null, ...more,
}) // biome-ignore format: a row of a table

const begun = initialFollowState(deployment, [
  step('resolve-source', { status: 'succeeded', durationMs: 200 }),
  step('build-image', { medianMs: 8_000 }),
  step('check-health'),
])

test('shows finished, running, and pending steps', () => {
  const running: FollowEvent = {
    event: 'step',
    data: { name: 'build-image', status: 'running', startedAt: '2026-01-01T00:00:06Z' },
  }
  const log: FollowEvent = {
    event: 'log',
    data: { step: 'build-image', stream: 'stdout', text: '[1/2] FROM x\n[2/2] RUN' },
  }
  const state = [running, log].reduce(applyEvent, begun)
  expect(layOutSteps(state, { label: 'shop/production', nowMs, logLines: 3 }).map(plainText)).toEqual([
    'Deployment 7 of shop/production  building  10 s, usually 20 s',
    '  abcdef012345 Mend (Ada)',
    '  ✓ Find commit                       0.2 s',
    '  ● Build                               4 s  ██████████░░░░░░░░░░  usually 8 s',
    '  ○ Health check',
    '  │ [1/2] FROM x',
  ])
})

test('joins partial lines for each stream', () => {
  const piece = (stream: string, text: string): FollowEvent => ({ event: 'log', data: { step: 's', stream, text } })
  const state = [piece('stdout', 'one\ntw'), piece('stderr', 'bad\n'), piece('stdout', 'o\rthree\n')].reduce(
    applyEvent,
    begun,
  )
  expect(state.tail).toEqual(['one', 'bad', 'two', 'three'])
})

test('summarizes the result: URLs, or the error and what to do', () => {
  const options = { label: 'shop/production', addresses: ['https://shop.example'], page: 'https://x/d' }
  const live = outcomeLines({ ...deployment, status: 'live', durationMs: 9_000 }, options).map(plainText)
  expect(live).toEqual(['✓ Live after 9 s: deployment 7 of shop/production', '  https://shop.example'])
  const error = {
    code: 'crash_loop',
    title: 'A service keeps crashing',
    detail: 'web exited.',
    hint: 'Look.',
    step: 'check-health',
    logTail: 'a\nb\n',
  }
  expect(outcomeLines({ ...deployment, status: 'failed', error }, options).map(plainText)).toEqual([
    '✗ Deployment 7 failed at “Health check”: A service keeps crashing',
    '  │ a',
    '  │ b',
    '  web exited.',
    '  What to do: Look.',
    '  crash_loop',
    '  https://x/d',
  ])
  const diagnosis = {
    code: 'missing_variable' as const,
    title: 'The variable KEY is missing',
    explanation: 'It is read.',
    service: 'web',
    excerpt: ['Error: KEY'],
    remedies: [
      { action: 'set_variable' as const, label: 'Set KEY', service: 'web', key: 'KEY', scope: 'both' as const, value: null, keepsValue: false },
      { action: 'change_port' as const, label: 'Change the port to 80', service: 'web', port: 80 },
    ],
  } // biome-ignore format: a row of a table
  expect(
    outcomeLines({ ...deployment, status: 'failed', error, diagnosis }, options)
      .map(plainText)
      .slice(6, -1),
  ).toEqual([
    '  The variable KEY is missing',
    '  │ Error: KEY',
    '  It is read.',
    '  Set KEY: longshore fix 7 --stdin',
    '  Change the port to 80: longshore fix 7 --remedy 2',
  ])
  expect(outcomeLines({ ...deployment, status: 'cancelled' }, options).map(plainText)).toEqual([
    'Canceled: deployment 7 of shop/production',
  ])
})
