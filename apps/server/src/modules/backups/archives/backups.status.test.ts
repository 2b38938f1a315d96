import { expect, it } from 'vitest'
import { backupStatuses } from './backups.schemas.ts'
import { nextBackupStatuses, statusDuring } from './backups.status.ts'

it('moves from step to step, and can end at each of them', () => {
  const steps = ['prepare', 'dump', 'upload', 'verify'].map(statusDuring)
  const path = ['queued', ...steps, 'succeeded'] as const
  for (const [index, status] of path.slice(0, -1).entries()) {
    expect(nextBackupStatuses[status]).toContain(path[index + 1])
    expect(nextBackupStatuses[status]).toEqual(expect.arrayContaining(['failed', 'cancelled']))
  }
  expect(Object.keys(nextBackupStatuses).toSorted()).toEqual([...backupStatuses].toSorted())
})
