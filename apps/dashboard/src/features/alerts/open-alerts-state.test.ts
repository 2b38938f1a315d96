import type { Alert } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { alertTitle, summarizeOpenAlerts } from './open-alerts-state.ts'

// Only the fields that the code reads.
const alert = (id: string, severity: Alert['severity']) => ({ id, severity }) as Alert

test('counts open alerts, and lists critical ones first', () => {
  const { items, count, tone } = summarizeOpenAlerts([alert('a', 'warning'), alert('b', 'critical')], false)
  expect(items.map(({ id }) => id)).toEqual(['b', 'a'])
  expect({ count, tone }).toEqual({ count: '2', tone: 'bad' })
})

test('shows no count without open alerts, and marks a count that is incomplete', () => {
  expect(summarizeOpenAlerts([], false).count).toBeUndefined()
  expect(summarizeOpenAlerts([alert('a', 'warning')], true)).toMatchObject({ count: '1+', tone: 'warn' })
})

test('names the server in the title', () => {
  expect(alertTitle({ title: 'Server unreachable', subject: null }, 'hel-1')).toBe('Server unreachable: hel-1')
  expect(alertTitle({ title: 'Backup failed', subject: 'db' }, 'hel-1')).toBe('Backup failed: db on hel-1')
  expect(alertTitle({ title: 'Backup failed', subject: 'db' })).toBe('Backup failed: db')
  expect(alertTitle({ title: 'Server unreachable', subject: null })).toBe('Server unreachable')
})
