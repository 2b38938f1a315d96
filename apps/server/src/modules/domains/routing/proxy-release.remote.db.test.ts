import { beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { createProxyRelease } from './proxy-release.remote.ts'

const { database } = await useTestDatabase()
let clockMs = 0
const release = (generation: number, programs = 'same') =>
  createProxyRelease({
    database,
    generation,
    programs: { fingerprint: async () => programs },
    nowMs: () => clockMs,
  })

beforeEach(async () => {
  await database.systemDb.deleteFrom('proxy_release').execute()
})

async function awayFor(seconds: number): Promise<void> {
  const seen_at = new Date(Date.now() - seconds * 1_000)
  await database.systemDb.updateTable('proxy_release').set({ seen_at }).execute()
}

it('the newer of two releases has the servers, whichever starts or asks last', async () => {
  const [older, newer] = [release(7), release(8)]
  await older.start()
  const before = await older.readWanted()
  expect(before.isOwn).toBe(true)
  await newer.start()
  const { isOwn, claim } = await newer.readWanted()
  expect(isOwn).toBe(true)
  expect(claim).toBeGreaterThan(before.claim)
  await older.start()
  expect(await older.readWanted()).toEqual({ isOwn: false, claim })
  expect(await newer.readWanted()).toEqual({ isOwn: true, claim })
})

it('without a start, the newer release takes the servers when it asks', async () => {
  await release(7).start()
  expect((await release(8).readWanted()).isOwn).toBe(true)
  expect((await release(7).readWanted()).isOwn).toBe(false)
})

it('workers of one release share the claim', async () => {
  await release(7).start()
  await release(7).start()
  const [one, other] = [await release(7).readWanted(), await release(7).readWanted()]
  expect(one).toEqual(other)
  expect(one.isOwn).toBe(true)
})

it('of two builds of one generation, the one that started last has the servers', async () => {
  const [first, second] = [release(7, 'first'), release(7, 'second')]
  await first.start()
  await second.start()
  expect((await first.readWanted()).isOwn).toBe(false)
  expect((await second.readWanted()).isOwn).toBe(true)
})

it('an older release takes the servers back after two minutes without a report of the newer one', async () => {
  const [older, newer] = [release(7), release(8)]
  await newer.start()
  const { claim } = await newer.readWanted()
  expect((await older.readWanted()).isOwn).toBe(false)
  clockMs += 110_000
  expect((await older.readWanted()).isOwn).toBe(false)
  clockMs += 11_000
  const back = await older.readWanted()
  expect(back.isOwn).toBe(true)
  expect(back.claim).toBeGreaterThan(claim)
})

it('but not if the newer one reported meanwhile, nor if the database was unreachable', async () => {
  const [older, newer] = [release(7), release(8)]
  await newer.start()
  expect((await older.readWanted()).isOwn).toBe(false)
  clockMs += 110_000
  await awayFor(110)
  await newer.readWanted()
  expect((await older.readWanted()).isOwn).toBe(false)
  clockMs += 110_000
  expect((await older.readWanted()).isOwn).toBe(false)
  const late = release(7)
  await awayFor(600)
  expect((await late.readWanted()).isOwn).toBe(false)
})

it("a claim after a restart is higher than all earlier ones, also those that a restored database doesn't know", async () => {
  await release(8).start()
  const { claim } = await release(8).readWanted()
  await database.systemDb.updateTable('proxy_release').set({ claim: 5 }).execute()
  await release(8).start()
  expect((await release(8).readWanted()).claim).toBeGreaterThanOrEqual(claim)
})
