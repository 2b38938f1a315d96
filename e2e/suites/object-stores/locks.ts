/** The contract of stores with object lock. The fake of the database tests and a real S3 server pass the same one. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore, ObjectVersions } from '../../../apps/server/src/testing/internals/objects.ts'
import type { Report } from '../../support/report.ts'
import { chunksOf, faultOf } from './contract.ts'

const call = () => ({ signal: AbortSignal.timeout(60_000) })
/** One request, and several parts. */
const sizes = [10, 20 << 20]
const lockMs = 8_000

interface LockingStore {
  readonly name: string
  readonly store: ObjectStore & { versions: ObjectVersions }
  now(): number
  /** Ends when this time has come. */
  waitUntil(timeMs: number): Promise<void>
}

/** Returns the number of locked objects. */
export async function proveLocks(report: Report, { name, store, now, waitUntil }: LockingStore): Promise<number> {
  const check = (holds: boolean, what: string) => report.expect(holds, `${name}: ${what}`)
  const { versions } = store
  await versions.requireLocks(call())
  const put = async (key: string, content: Buffer, lock?: { mode: 'compliance' | 'governance'; until: Date }) =>
    (await store.put(key, chunksOf(content, 100_003), { ...call(), lock })).version ?? ''
  const until = new Date(Math.ceil((now() + lockMs) / 1_000) * 1_000)
  for (const [at, size] of sizes.entries()) {
    const [content, other] = [randomBytes(size), randomBytes(9)]
    const [folder, mode] = [`locks/${at}`, at === 0 ? 'compliance' : 'governance'] as const
    const key = `${folder}/object`
    const version = await put(key, content, { mode, until })
    const readLocked = async () => (await buffer(store.read(key, { ...call(), version }))).equals(content)
    check(version !== '' && (await readLocked()), `a locked object of ${size} bytes has a version and is readable`)
    await store.remove(key, call())
    check((await store.sizeOf(key, call())) === null, 'a deletion without a version hides it')
    await put(key, other)
    check((await buffer(store.read(key, call()))).equals(other), 'another object under its key is read by default')
    check(await readLocked(), 'the locked version is still readable')
    await put(`${folder}/deeper/kept`, other)
    const end = await versions.removeFolder(folder, { ...call(), keep: [`${folder}/deeper/kept`] })
    check(end?.getTime() === until.getTime(), `its removal is refused until the lock ends: ${end?.toISOString()}`)
    check(await readLocked(), 'and it is still readable')
    check((await buffer(store.read(key, call()))).equals(content), 'what hid it is removed')
    check((await store.sizeOf(`${folder}/deeper/kept`, call())) === other.length, 'objects to keep are kept')
  }
  check((await versions.removeFolder('locks/none', call())) === null, 'an empty folder has no lock')
  await waitUntil(until.getTime())
  for (const at of sizes.keys()) {
    const key = `locks/${at}/object`
    check((await versions.removeFolder(`locks/${at}`, call())) === null, 'after the lock ended, it can be removed')
    check((await faultOf(() => buffer(store.read(key, call())))) === 'not_found', 'and it is gone')
  }
  return sizes.length
}
