import { expect, test } from 'vitest'
import { toCreateBody } from './connector-values.ts'

test('does not send empty settings', () => {
  const values = {
    name: 'Phone',
    config: { topic: 'alerts', url: '', token: undefined, threadId: 0 },
    events: ['server_unreachable'],
    projectEvents: ['deployment_failed'],
    minSeverity: 'warning' as const,
  }
  expect(toCreateBody('ntfy', values)).toEqual({
    kind: 'ntfy',
    name: 'Phone',
    config: { topic: 'alerts', threadId: 0 },
    events: ['server_unreachable'],
    projectEvents: ['deployment_failed'],
    minSeverity: 'warning',
  })
})
