import { expect, test } from 'vitest'
import { backupKeyOf, isBackupKey, surplusKeys } from './backup-key.policy.ts'

const keyAt = (text: string) => backupKeyOf(new Date(text), '0191d2c0-0000-7000-8000-00000000abcd')

test('archive names sort by time', () => {
  const keys = ['2026-02-01T00:00:00Z', '2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z'].map(keyAt)
  expect(keys.toSorted()).toEqual([keys[1], keys[2], keys[0]])
  expect(keys.every(isBackupKey)).toBe(true)
})

test('keeps the newest, and never removes other files', () => {
  const keys = ['2026-01-03T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'].map(keyAt)
  expect(surplusKeys([...keys, 'control-plane/notes.txt', 'other/x'], 2)).toEqual([keys[1]])
  expect(surplusKeys(keys, 3)).toEqual([])
  expect(surplusKeys([], 1)).toEqual([])
})
