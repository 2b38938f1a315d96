import { expect, test } from 'vitest'
import { coversProjects, emailMe, hasData, hasEmailTo, usualChannel, usualStore } from './follow-up-choice.ts'
import { usualLinkEvents } from './link-events.ts'

test('preselects a channel that works, or an email if there is no channel and the instance can send it', () => {
  const failing = { id: 'ntc_1', status: 'failing' } as const
  const active = { id: 'ntc_2', status: 'active' } as const
  expect(usualChannel([failing, active], true)).toBe('ntc_2')
  expect(usualChannel([], true)).toBe(emailMe)
  expect(usualChannel([], false)).toBe('')
  expect(usualChannel([failing], true)).toBe('')
})

test('offers no second email channel to the same address', () => {
  const mail = { kind: 'email', config: { to: 'ada@example.com' } } as const
  expect(hasEmailTo([mail], 'ada@example.com')).toBe(true)
  expect(hasEmailTo([mail], 'grace@example.com')).toBe(false)
  expect(hasEmailTo([{ kind: 'slack', config: { to: 'ada@example.com' } }], 'ada@example.com')).toBe(false)
})

test('a channel covers new projects only if it sends all usual events of all projects', () => {
  const usual = [...usualLinkEvents]
  expect(coversProjects({ projectEvents: usual, minSeverity: 'info' })).toBe(true)
  expect(coversProjects({ projectEvents: ['deployment_failed'], minSeverity: 'info' })).toBe(false)
  expect(coversProjects({ projectEvents: usual, minSeverity: 'critical' })).toBe(false)
})

test('preselects a storage location that works', () => {
  expect(
    usualStore([
      { id: 'bds_1', status: 'failing' },
      { id: 'bds_2', status: 'working' },
    ]),
  ).toBe('bds_2')
  expect(usualStore([{ id: 'bds_1', status: 'failing' }])).toBe('')
})

test('databases and volumes have data, a web service has none', () => {
  expect(hasData([{ kind: 'web', volumes: '' }])).toBe(false)
  expect(hasData([{ kind: 'web', volumes: 'uploads:/data' }])).toBe(true)
  expect(
    hasData([
      { kind: 'web', volumes: '' },
      { kind: 'postgres', volumes: '' },
    ]),
  ).toBe(true)
})
