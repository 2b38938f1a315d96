/** The contract of every object store. */
import { createHash, randomBytes } from 'node:crypto'
import {
  type ObjectStore,
  ObjectStoreError,
  type StoredObject,
} from '../../../apps/server/src/testing/internals/objects.ts'
import type { Report } from '../../support/report.ts'

const partBytes = 8 << 20
const call = () => ({ signal: AbortSignal.timeout(60_000) })

export async function proveContract(report: Report, name: string, store: ObjectStore): Promise<number> {
  const check = (holds: boolean, what: string) => report.expect(holds, `${name}: ${what}`)
  const sizes = [0, 1, 65_537, partBytes - 1, partBytes, partBytes + 1, 3 * partBytes + 5]
  for (const size of sizes) {
    const content = randomBytes(size)
    const key = `contract/a-b_c.d/object-${size}`
    const put = await store.put(key, chunksOf(content, 100_003), call())
    check(put.sizeBytes === size, `${size} bytes were put, it says ${put.sizeBytes}`)
    check((await store.sizeOf(key, call())) === size, `its size is ${size}`)
    check((await hashOf(store.read(key, call()))) === sha256(content), `${size} bytes come back as they were`)
    if (size > 5) {
      const from = size - 5
      check(
        (await hashOf(store.read(key, { ...call(), from }))) === sha256(content.subarray(from)),
        'read from the middle',
      )
    }
  }
  const listed = await collect(store.list('contract', call()))
  check(
    listed
      .map(({ sizeBytes }) => sizeBytes)
      .toSorted((a, b) => a - b)
      .join() === sizes.join() &&
      listed.every(
        ({ key, modifiedAt }) => key.startsWith('contract/a-b_c.d/') && Date.now() - modifiedAt.getTime() < 600_000,
      ),
    `the list is ${JSON.stringify(listed.slice(0, 3))}`,
  )
  check((await collect(store.list('contra', call()))).length === 0, "a folder isn't a name prefix")
  await proveReplacement(check, store)
  await proveMissing(check, store)
  await proveBrokenPuts(check, store)
  for (const { key } of listed) await store.remove(key, call())
  check((await collect(store.list('contract', call()))).length === 0, 'all are removed')
  return sizes.length
}

type Check = (holds: boolean, what: string) => boolean

async function proveReplacement(check: Check, store: ObjectStore): Promise<void> {
  const [first, second] = [randomBytes(1_000), randomBytes(2_000)]
  for (const each of [first, second]) await store.put('other/key', chunksOf(each, 300), call())
  check((await hashOf(store.read('other/key', call()))) === sha256(second), 'the second put replaces the first')
  await store.remove('other/key', call())
}

async function proveMissing(check: Check, store: ObjectStore): Promise<void> {
  check((await store.sizeOf('none/there', call())) === null, 'what is not there has no size')
  check((await faultOf(() => hashOf(store.read('none/there', call())))) === 'not_found', 'reading what is not there')
  await store.remove('none/there', call())
  for (const key of ['../x', '/x', 'a//b', 'a/../b', '.x', 'a/.b', 'a b', '', 'a\nb', 'é'])
    check(
      (await faultOf(() => store.put(key, chunksOf(Buffer.from('x'), 1), call()))) === 'other',
      `${key} isn't a key`,
    )
}

/**
 * Interrupted at the first byte, within a part, between parts, by the source and by the caller: no object exists, and
 * nothing is left.
 */
async function proveBrokenPuts(check: Check, store: ObjectStore): Promise<void> {
  for (const bytes of [0, 1_000, partBytes + 10, 3 * partBytes]) {
    const fault = await faultOf(() => store.put('broken/by-source', brokenAfter(bytes), call()))
    check(fault === 'the source broke', `a source that breaks after ${bytes}: ${fault}`)
    const stop = new AbortController()
    const stopped = await faultOf(() =>
      store.put(
        'broken/by-caller',
        brokenAfter(bytes, () => stop.abort(new Error('stopped'))),
        { signal: stop.signal },
      ),
    )
    check(stopped === 'stopped', `a caller that stops after ${bytes}: ${stopped}`)
  }
  check((await collect(store.list('broken', call()))).length === 0, 'a broken put leaves no object')
  check((await store.removeUnfinished('broken', call())) === 0, 'a broken put leaves no parts')
}

async function* brokenAfter(bytes: number, stop?: () => void): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += 1_000) yield Buffer.alloc(Math.min(1_000, bytes - sent))
  if (stop === undefined) throw new Error('the source broke')
  stop()
  yield Buffer.alloc(10)
  for (let sent = 0; sent < 3 * partBytes; sent += 100_000) yield Buffer.alloc(100_000)
}

export async function faultOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'none'
  } catch (error) {
    if (error instanceof ObjectStoreError) return error.fault
    if (error instanceof Error && /source broke|stopped/.test(error.message)) return error.message
    return 'other'
  }
}

export async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for await (const each of objects) found.push(each)
  return found
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
