import type { AuditRecord } from '@longshore/sdk'
import { auditActions } from '@longshore/sdk/audit-actions'
import { expect, test } from 'vitest'
import { text } from '../../text/text.ts'
import { describeActivity, isAboutProject } from './describe-activity.ts'

function record(action: string, more: Partial<AuditRecord> = {}): AuditRecord {
  return {
    ...{ id: 'aud_1', seq: 1, action, actor: { kind: 'user', id: 'usr_1', name: 'maya@example.com' } },
    ...{ target: { kind: 'environment', id: 'env_1' }, detail: {}, ip: '', requestId: '', hash: '', previousHash: '' },
    createdAt: '2026-01-01T00:00:00Z',
    ...more,
  }
}
const byId = new Map([
  ['env_1', 'shop production'],
  ['usr_1', 'Maya'],
])

test('names people, environments and numbers', () => {
  const deployed = record('deployment.requested', {
    target: { kind: 'deployment', id: 'dep_1' },
    detail: { environmentId: 'env_1', number: 42 },
  })
  expect(describeActivity(deployed, { byId })).toEqual({ who: 'Maya', what: 'deployed shop production #42' })
  const rollback = { environmentId: 'env_1', number: 43, trigger: 'rollback', rolledBackTo: 41 }
  expect(describeActivity({ ...deployed, detail: rollback }, { byId })?.what).toBe('rolled back shop production to #41')
  const backup = record('backup.requested', {
    target: { kind: 'backup', id: 'bkp_1' },
    detail: { service: 'postgres' },
  })
  expect(describeActivity(backup, { byId })?.what).toBe('started a backup of postgres')
})

test('uses the recorded names of what no longer exists', () => {
  const gone = record('environment.deleted', {
    target: { kind: 'environment', id: 'env_9' },
    detail: { name: 'staging' },
  })
  expect(describeActivity({ ...gone, actor: { kind: 'system', id: null, name: 'longshore' } }, { byId })).toEqual({
    who: 'Longshore',
    what: 'deleted staging',
  })
})

test('says why a scheduled deployment did not start', () => {
  const dropped = record('scheduled_deployment.dropped', {
    actor: { kind: 'system', id: null, name: 'longshore' },
    target: { kind: 'scheduled_deployment', id: 'sdp_1' },
    detail: { environmentId: 'env_1', reason: 'The environment was deleted.' },
  })
  expect(describeActivity(dropped, { byId })).toEqual({
    who: 'Longshore',
    what: 'didn’t start the scheduled deployment of shop production. The environment was deleted.',
  })
})

test.each(auditActions)('%s has a sentence, with and without names', (action) => {
  for (const name of ['', 'shop']) {
    const words = text.activity.phrases[action]({ name, detail: () => '' })
    expect(words).toMatch(/^[a-z].*[a-zA-Z”)]$/)
    expect(words).not.toMatch(/ {2}|undefined/)
  }
})

test('leaves out what says little and what it doesn’t know', () => {
  expect(describeActivity(record('session.created'), { byId })).toBeUndefined()
  expect(describeActivity(record('rocket.launched'), { byId })).toBeUndefined()
})

test('belongs to the project of its environment', () => {
  expect(isAboutProject(record('environment.updated'), new Set(['env_1']))).toBe(true)
  expect(isAboutProject(record('environment.updated'), new Set(['env_2']))).toBe(false)
})
