import { expect, it } from 'vitest'
import { nextLockHolders } from './locks.ts'

const shared = (runId: string, granted = false) => ({ runId, mode: 'shared', granted })
const exclusive = (runId: string, granted = false) => ({ runId, mode: 'exclusive', granted })

it('grants shared holders together', () => {
  expect(nextLockHolders([shared('a', true), shared('b'), shared('c')])).toEqual(['b', 'c'])
})

it('grants one exclusive holder alone', () => {
  expect(nextLockHolders([exclusive('a'), exclusive('b'), shared('c')])).toEqual(['a'])
  expect(nextLockHolders([exclusive('a', true), shared('b')])).toEqual([])
  expect(nextLockHolders([shared('a', true), exclusive('b')])).toEqual([])
})

it("doesn't let shared requests overtake a waiting exclusive one", () => {
  expect(nextLockHolders([shared('a', true), exclusive('b'), shared('c')])).toEqual([])
})
