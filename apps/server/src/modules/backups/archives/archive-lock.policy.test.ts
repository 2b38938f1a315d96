import { expect, test } from 'vitest'
import { isLocked, lockFrom, requireUnlocked } from './archive-lock.policy.ts'

const now = new Date('2026-11-15T09:30:00.250Z')

test('an archive is locked from the start of its upload, in whole seconds and never for less', () => {
  expect(lockFrom({ mode: 'governance', days: 30 }, now)).toEqual({
    mode: 'governance',
    until: new Date('2026-12-15T09:30:01Z'),
  })
})

test('without a rule, nothing is locked', () => {
  expect(lockFrom(null, now)).toBeUndefined()
  expect(lockFrom(undefined, now)).toBeUndefined()
})

test('a lock ends at its time, and the error says when', () => {
  const at = (locked_until: Date | null) => isLocked({ locked_until }, now)
  expect([at(null), at(now), at(new Date(now.getTime() + 1))]).toEqual([false, false, true])
  const until = new Date('2026-12-15T09:30:00Z')
  expect(() => requireUnlocked({ locked_until: until }, until)).not.toThrow()
  expect(() => requireUnlocked({ locked_until: until }, now)).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ code: 'backup_locked', status: 409 }),
      message: expect.stringContaining('2026-12-15T09:30:00.000Z'),
      extra: { lockedUntil: '2026-12-15T09:30:00.000Z' },
    }),
  )
})
