import { expect, test } from 'vitest'
import { LockTimeline } from './lock-timeline.policy.ts'

const sample = (at: number, ...locks: unknown[]) => `L${JSON.stringify([at, locks])}`
const held = (mode: string, table = 'users', session = 7) => [session, 'public', table, mode, true, 0]
const users = new Set(['public.users'])

test('measures a lock from the first to the last sample of a session', () => {
  const timeline = new LockTimeline()
  timeline.add(
    [sample(1_000, held('AccessExclusiveLock')), sample(1_150), sample(1_300, held('AccessExclusiveLock'))].join('\n'),
  )
  timeline.add(['noise', sample(2_500, held('AccessExclusiveLock'))].join('\n'))
  expect(timeline.samples).toBe(4)
  expect(timeline.read(users)).toEqual([
    { relation: 'public.users', mode: 'AccessExclusiveLock', blocks: 'reads', heldMs: 1_500, waitMs: 0 },
  ])
})

test('two short locks with a long pause between them are not one long lock', () => {
  const timeline = new LockTimeline()
  for (const at of [0, 200, 9_000, 9_100]) timeline.add(sample(at, held('ShareLock')))
  expect(timeline.read(users)).toMatchObject([{ blocks: 'writes', heldMs: 200 }])
})

test('locks of two sessions are not added up', () => {
  const timeline = new LockTimeline()
  timeline.add([sample(0, held('ShareLock', 'users', 1)), sample(900, held('ShareLock', 'users', 1))].join('\n'))
  timeline.add([sample(1_000, held('ShareLock', 'users', 2)), sample(1_400, held('ShareLock', 'users', 2))].join('\n'))
  expect(timeline.read(users)).toMatchObject([{ heldMs: 900 }])
})

test('reports waiting, ignores new tables and unknown modes, and lists the longest first', () => {
  const timeline = new LockTimeline()
  timeline.add(
    [
      sample(0, held('ShareLock'), held('AccessExclusiveLock', 'fresh'), held('RowExclusiveLock')),
      sample(500, held('ShareLock'), [8, 'public', 'users', 'AccessExclusiveLock', false, 480]),
      sample(1_500, held('AccessExclusiveLock', 'fresh')),
    ].join('\n'),
  )
  expect(timeline.read(users)).toEqual([
    { relation: 'public.users', mode: 'ShareLock', blocks: 'writes', heldMs: 500, waitMs: 0 },
    { relation: 'public.users', mode: 'AccessExclusiveLock', blocks: 'reads', heldMs: 0, waitMs: 480 },
  ])
})

test('reads the form of MariaDB', () => {
  const timeline = new LockTimeline()
  timeline.add(sample(0, [3, null, 'users', 'MDL_SHARED_NO_WRITE', 1, 0]))
  timeline.add(sample(700, [3, null, 'users', 'MDL_SHARED_NO_WRITE', 1, 0]))
  expect(timeline.read(new Set(['users']))).toMatchObject([{ relation: 'users', blocks: 'writes', heldMs: 700 }])
})
