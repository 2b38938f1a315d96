import { expect, it } from 'vitest'
import { nextLockHolders } from './locks.ts'

const shared = (runId: string, granted = false) => ({ runId, mode: 'shared', granted })
const exclusive = (runId: string, granted = false) => ({ runId, mode: 'exclusive', granted })

it('lets shared holders in together', () => {
  expect(nextLockHolders([shared('a', true), shared('b'), shared('c')])).toEqual(['b', 'c'])
})

it('lets one exclusive holder in, alone', () => {
  expect(nextLockHolders([exclusive('a'), exclusive('b'), shared('c')])).toEqual(['a'])
  expect(nextLockHolders([exclusive('a', true), shared('b')])).toEqual([])
  expect(nextLockHolders([shared('a', true), exclusive('b')])).toEqual([])
})

it('does not let shared requests overtake an exclusive one that waits', () => {
  expect(nextLockHolders([shared('a', true), exclusive('b'), shared('c')])).toEqual([])
})
