import { expect, it } from 'vitest'
import { findDeadlocked, type GraphHold, type GraphRun, type WaitGraph } from './wait-graph.ts'

let count = 0
const run = (id: string, fields: Partial<GraphRun> = {}): GraphRun => ({
  id,
  key: id,
  status: 'running',
  position: count++,
  heldBy: null,
  waitsFor: null,
  isCancelled: false,
  ...fields,
})
const lock = (runId: string, mode: 'shared' | 'exclusive', granted = true): GraphHold => ({
  resource: 'environment',
  runId,
  mode,
  position: count++,
  granted,
})
const forLock = { status: 'queued', waitsFor: { type: 'lock', resource: 'environment' } }
const forSlot = { waitsFor: { type: 'slot', resource: 'builds' } }
const graph = (runs: GraphRun[], holds: Partial<WaitGraph> = {}) =>
  findDeadlocked({ runs, locks: [], slots: [], ...holds })

it('detects the deadlock of a restore, a backup that waits for its lock, and the safety backup behind it', () => {
  const runs = [
    run('restore'),
    run('scheduled', { key: 'service', ...forLock }),
    run('safety', { key: 'service', status: 'queued', heldBy: 'restore' }),
  ]
  const locks = [lock('restore', 'exclusive'), lock('scheduled', 'shared', false)]
  expect(graph(runs, { locks })).toEqual(['restore', 'safety', 'scheduled'])
})

it('a safety backup with a line of its own makes progress, and so does everyone after it', () => {
  const runs = [
    run('restore'),
    run('scheduled', { key: 'service', ...forLock }),
    run('safety', { status: 'queued', heldBy: 'restore' }),
  ]
  const locks = [lock('restore', 'exclusive'), lock('scheduled', 'shared', false)]
  expect(graph(runs, { locks })).toEqual([])
})

it('detects a run that holds a lock and waits behind one that wants it', () => {
  const runs = [run('first', { key: 'k', ...forLock }), run('second', { key: 'k', status: 'queued' })]
  const locks = [lock('second', 'exclusive'), lock('first', 'exclusive', false)]
  expect(graph(runs, { locks })).toEqual(['first', 'second'])
})

it('ignores a canceled run', () => {
  const runs = [
    run('first', { key: 'k', ...forLock, isCancelled: true }),
    run('second', { key: 'k', status: 'queued' }),
  ]
  const locks = [lock('second', 'exclusive'), lock('first', 'exclusive', false)]
  expect(graph(runs, { locks })).toEqual([])
})

it("shared holders don't wait for each other; requests behind an exclusive one do", () => {
  const runs = [run('a'), run('b', forLock), run('c', forLock)]
  const locks = [lock('a', 'shared'), lock('b', 'exclusive', false), lock('c', 'shared', false)]
  expect(graph(runs, { locks })).toEqual([])
  expect(
    graph([run('a', { heldBy: null }), run('b', forLock), run('c', { ...forLock, heldBy: 'a' })], { locks }),
  ).toEqual(['a', 'b', 'c'])
})

it('one slot holder that can progress is enough', () => {
  const slot = (runId: string, granted: boolean) => ({ ...lock(runId, 'shared', granted), resource: 'builds' })
  const stuck = run('stuck')
  const runs = [stuck, run('child', { heldBy: 'stuck', ...forSlot }), run('builder')]
  expect(graph(runs, { slots: [slot('stuck', true), slot('builder', true), slot('child', false)] })).toEqual([])
  expect(graph(runs.slice(0, 2), { slots: [slot('stuck', true), slot('child', false)] })).toEqual(['child', 'stuck'])
})
