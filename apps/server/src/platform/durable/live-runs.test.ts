import { expect, it } from 'vitest'
import { LiveRuns } from './live-runs.ts'

const attempt = () => new AbortController().signal

it('starts a newer attempt only after the older one has stopped, and interrupts the older one', async () => {
  const live = new LiveRuns()
  const older = await live.enter('k', attempt())
  let isIn = false
  const newer = live.enter('k', attempt()).then((entered) => {
    isIn = true
    return entered
  })
  await Promise.resolve()
  expect(older.gone.signal.aborted).toBe(true)
  expect(isIn).toBe(false)
  older[Symbol.dispose]()
  const entered = await newer
  expect(entered.gone.signal.aborted).toBe(false)
})

it('keeps a cancel that arrives between the claim and the registration', async () => {
  const live = new LiveRuns()
  const entered = await live.enter('k', attempt())
  expect(live.cancel('run')).toBe(false)
  live.nameRun(entered, 'run')
  expect(entered.cancelled.signal.aborted).toBe(true)
})

it("doesn't treat a lost attempt as a cancel", async () => {
  const controller = new AbortController()
  const entered = await new LiveRuns().enter('k', controller.signal)
  controller.abort()
  expect(entered.gone.signal.reason).toMatchObject({ kind: 'lost' })
  expect(entered.cancelled.signal.aborted).toBe(false)
})

it('shutdown interrupts every run and waits for it', async () => {
  const live = new LiveRuns()
  const entered = await live.enter('k', attempt())
  const done = live.shutDown()
  expect(entered.gone.signal.reason).toMatchObject({ kind: 'shutdown' })
  entered[Symbol.dispose]()
  await done
  expect(live.has('k')).toBe(false)
  await expect(live.enter('k', attempt())).rejects.toMatchObject({ kind: 'shutdown' })
})

it("an attempt that ended doesn't replace another", async () => {
  const live = new LiveRuns()
  const current = await live.enter('k', attempt())
  await expect(live.enter('k', AbortSignal.abort())).rejects.toMatchObject({ kind: 'lost' })
  expect(current.gone.signal.aborted).toBe(false)
})
