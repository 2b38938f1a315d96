import { describe, expect, it } from 'vitest'
import { type DumpScan, scanDump } from './scan-dump.policy.ts'

const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])
const key = (type: number, name: string, ...rest: Buffer[]) => Buffer.concat([Buffer.of(type), text(name), ...rest])
const database = (number: number) => Buffer.of(0xfe, number, 0xfb, 5, 0)
const soon = Buffer.concat([Buffer.of(0xfc), Buffer.alloc(8, 1)])
const end = Buffer.concat([Buffer.of(0xff), Buffer.alloc(8, 7)])
const head = Buffer.concat([Buffer.from('REDIS0011'), Buffer.of(0xfa), text('redis-ver'), text('7.2.4')])

const one = key(0, 'one', text('1'))
const number = key(0, 'number', Buffer.of(0xc1, 0x39, 0x30))
const long = key(0, 'long', Buffer.of(0x41, 0x00), Buffer.alloc(256, 'x'))
const set = (...members: string[]) => key(2, 'set', Buffer.of(members.length), ...members.map(text))
const list = key(1, 'list', Buffer.of(2), text('a'), text('b'))
const scores = key(5, 'scores', Buffer.of(1), text('m'), Buffer.alloc(8, 2))
const snapshot = (...parts: Buffer[]) => Buffer.concat([head, database(0), ...parts, end])
const whole = snapshot(
  one,
  number,
  long,
  set('a', 'b'),
  list,
  scores,
  soon,
  key(0, 'gone', text('x')),
  database(3),
  one,
)

describe('a Redis snapshot', () => {
  it('is counted per database, without expiring keys, wherever its chunks are split', async () => {
    const content = (await scan([whole])).content()
    expect(content.tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['db0', 6],
      ['db3', 1],
    ])
    expect(content.entries).toBe(7)
    for (let at = 0; at <= whole.length; at += 1) {
      const cut = await scan([whole.subarray(0, at), whole.subarray(at)])
      expect(cut.content(), `cut at ${at}`).toEqual(content)
      expect(cut.facts()).toEqual({ engineVersion: '7.2.4', toolVersion: null, hasEndMarker: true })
    }
  })

  it('has the same digest for any order of keys and members, and another for any other value', async () => {
    const before = (await scan([snapshot(one, set('a', 'b', 'c'))])).content()
    expect((await scan([snapshot(set('c', 'a', 'b'), one)])).content()).toEqual(before)
    const others = [snapshot(one, set('a', 'b', 'd')), snapshot(one, one), snapshot(one, set('a', 'b'), number)]
    for (const other of others) expect((await scan([other])).content()).not.toEqual(before)
  })

  it('is incomplete when its end is missing or something follows', async () => {
    for (let length = 0; length < whole.length; length += 1)
      expect((await scan([whole.subarray(0, length)])).facts().hasEndMarker, `${length} bytes`).toBe(false)
    for (const more of [Buffer.of(0), Buffer.from('more')]) {
      expect((await scan([whole, more])).facts().hasEndMarker).toBe(false)
      expect((await scan([Buffer.concat([whole, more])])).facts().hasEndMarker).toBe(false)
    }
    expect((await scan([Buffer.from('no snapshot at all, but long enough for one')])).facts().hasEndMarker).toBe(false)
  })

  it('is passed on without the marker that ends a transfer', async () => {
    const mark = Buffer.from('0123456789abcdef0123456789abcdef01234567')
    for (const at of [1, 20, whole.length - 3, whole.length, whole.length + 11]) {
      const sent = Buffer.concat([whole, mark])
      const parts: Buffer[] = []
      for await (const part of scanDump('redis', streamOf([sent.subarray(0, at), sent.subarray(at)])).through)
        parts.push(part)
      expect(Buffer.concat(parts).equals(whole)).toBe(true)
    }
  })

  it('of a later version is only checked for its end', async () => {
    const later = await scan([snapshot(one, key(99, 'new', text('x')))])
    expect(later.content()).toEqual({ objects: [], tables: [], rowHash: 'sha256', entries: null })
    expect(later.facts().hasEndMarker).toBe(true)
  })
})

async function scan(parts: Buffer[]): Promise<DumpScan> {
  const found = scanDump('redis', streamOf(parts))
  for await (const _ of found.through);
  return found
}

async function* streamOf(parts: Buffer[]): AsyncGenerator<Buffer> {
  yield* parts
}
