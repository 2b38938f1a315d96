import { expect, it } from 'vitest'
import { scanDump } from './scan-dump.policy.ts'

const end = Buffer.alloc(1_024)
const files = Buffer.concat([
  entry('volume/', '5', ''),
  entry('volume/a', '0', 'one'),
  entry('volume/b', '0', 'x'.repeat(600)),
])
const whole = Buffer.concat([files, end])

it('counts entries wherever chunks are split, and recognizes the end', async () => {
  const expected = await scan([whole])
  expect(expected.content).toMatchObject({ entries: 3, tables: [{ name: 'files', rows: 3 }] })
  expect(expected.hasEndMarker).toBe(true)
  for (let at = 0; at <= whole.length; at += 13)
    expect(await scan([whole.subarray(0, at), whole.subarray(at)])).toEqual(expected)
  for (const length of [0, 100, 512, files.length, files.length + 512, files.length + 1_023])
    expect((await scan([whole.subarray(0, length)])).hasEndMarker, `${length} bytes`).toBe(false)
})

it('has another digest for any other content, name, mode, or owner, and the same for another time', async () => {
  const of = async (part: Buffer) => (await scan([Buffer.concat([part, end])])).content
  const before = await of(entry('a', '0', 'one'))
  expect(await of(entry('a', '0', 'one', { time: '00000000001' }))).toEqual(before)
  const others = [
    entry('a', '0', 'two'),
    entry('b', '0', 'one'),
    entry('a', '0', 'one', { mode: '0000600' }),
    entry('a', '2', ''),
  ]
  for (const other of others) expect(await of(other)).not.toEqual(before)
})

it('reads names that do not fit into a header', async () => {
  const name = `volume/${'long/'.repeat(40)}file`
  const record = ` path=${name}\n`
  const length = record.length + String(record.length + 3).length
  const long = Buffer.concat([entry('x', 'x', `${length}${record}`), entry('cut', '0', 'one')])
  const of = async (part: Buffer) => (await scan([Buffer.concat([part, end])])).content
  const found = await of(long)
  expect(found.entries).toBe(1)
  expect(found).not.toEqual(await of(entry('cut', '0', 'one')))
})

async function scan(parts: Buffer[]) {
  async function* stream() {
    yield* parts
  }
  const found = scanDump('volume', stream())
  for await (const _ of found.through);
  return { content: found.content(), hasEndMarker: found.facts().hasEndMarker }
}

function entry(name: string, kind: string, content: string, { mode = '0000644', time = '14000000000' } = {}): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(mode, 100)
  header.write('0000000', 108)
  header.write('0000000', 116)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write(time, 136)
  header.write(kind, 156)
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(-content.length & 511)])
}
