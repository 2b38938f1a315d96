import { expect, test } from 'vitest'
import { hostilePayload } from '../../../testing/vendors/hostile-payload.ts'
import { severityOf } from '../../notices/index.ts'
import { type NoticePayload, noticeEvents } from '../../notices/notice-events.schemas.ts'
import { cleanLine } from './clean-text.policy.ts'
import { durationOf } from './message-parts.text.ts'
import { messageOf } from './notice-messages.text.ts'
import { samplePayload } from './sample-payloads.policy.ts'

function render(payload: NoticePayload) {
  const context = { id: 'dlv_1', occurredAt: new Date(0), publicUrl: 'https://longshore.example' }
  return messageOf(payload, { ...context, severity: severityOf(payload) })
}

test.each(noticeEvents)('%s describes what happened in a separate line', (event) => {
  const payload = samplePayload(event)
  const message = render(payload)
  expect(message.title).toMatch(/^[^\r\n]{10,120}$/)
  expect(message.event).toBe(event)
  const others = noticeEvents.filter((each) => each !== event)
  for (const other of others) expect(render(samplePayload(other)).title).not.toBe(message.title)
  // Critical events say what to do.
  if (severityOf(payload) === 'critical') expect(message.remedy, event).toBeTruthy()
})

test('a failed deployment names the place, the cause, the remedy, the commit and the duration', () => {
  expect(render(samplePayload('deployment_failed'))).toEqual({
    ...{ id: 'dlv_1', event: 'deployment_failed', severity: 'warning', occurredAt: new Date(0) },
    title: 'Deployment 42 of shop (production) failed',
    cause:
      "The new version isn't healthy. GET /health responded with 500 for 60 s. The previous version, deployment 41, is still serving traffic.",
    remedy: 'Check the log of the service web.',
    link: 'https://longshore.example/environments/env_sample/deployments/dep_sample',
    facts: [
      { label: 'Project', value: 'shop' },
      { label: 'Environment', value: 'production' },
      { label: 'Branch', value: 'main' },
      { label: 'Commit', value: '4f9c2d1 Show prices with tax' },
      { label: 'Author', value: 'Ada Lovelace' },
      { label: 'Duration', value: '1 min 12 s' },
      { label: 'Started by', value: 'push' },
      { label: 'Last lines', value: 'Error: connect ECONNREFUSED 10.0.0.5:5432' },
    ],
  })
})

test.each(noticeEvents)('%s: untrusted text is one line of bounded length, and nothing is empty', (event) => {
  for (const text of ['a\r\nb\u0000\u202e\u2028 ', 'x'.repeat(2_000), '\u200b', '😀'.repeat(500)]) {
    const message = render(hostilePayload(event, text))
    const { title, cause, remedy, facts } = message
    for (const each of [title, cause, remedy, ...facts.flatMap(({ label, value }) => [label, value])]) {
      if (each === undefined) continue
      expect(each).not.toMatch(/[\p{Cc}\p{Cs}\u202e\u2028]/u)
      expect(each.length).toBeLessThanOrEqual(1_000)
      expect(each.trim()).not.toBe('')
    }
  }
})

test('text is cut between characters', () => {
  expect(cleanLine('😀😀', 3)).toBe('😀…')
  expect(cleanLine('  a \n\n b ', 10)).toBe('a b')
})

test.each([
  [0, '0 s'],
  [1_499, '1 s'],
  [60_000, '1 min'],
  [72_000, '1 min 12 s'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
])('%d ms is %s', (milliseconds, text) => {
  expect(durationOf(milliseconds)).toBe(text)
})
