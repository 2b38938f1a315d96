import { expect, test } from 'vitest'
import { PartReader } from './part-reader.ts'

async function* chunks(sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const size of sizes) yield Uint8Array.from({ length: size }, () => at++ % 251)
}

async function readAll(sizes: readonly number[], partBytes: number): Promise<number[][]> {
  const reader = new PartReader(chunks(sizes))
  const parts: number[][] = []
  const buffer = Buffer.alloc(partBytes)
  for (let part = await reader.next(() => buffer); part !== null; part = await reader.next(() => buffer)) {
    parts.push([...part.body])
    expect(part.number).toBe(parts.length)
  }
  return parts
}

test.each([
  [[], []],
  [[0, 0], []],
  [[3], [3]],
  [[4], [4]],
  [[5], [4, 1]],
  [
    [1, 1, 1, 1, 1],
    [4, 1],
  ],
  [
    [9, 0, 3],
    [4, 4, 4],
  ],
])('splits chunks of %j into parts of %j with the same bytes', async (sizes, expected) => {
  const parts = await readAll(sizes, 4)
  expect(parts.map((part) => part.length)).toEqual(expected)
  expect(parts.flat()).toEqual(parts.flat().map((_, at) => at % 251))
})

test('concurrent callers get parts in call order, each in its own buffer', async () => {
  const reader = new PartReader(chunks([2, 7, 1, 2]))
  const parts = await Promise.all(Array.from({ length: 4 }, () => reader.next(() => Buffer.alloc(4))))
  expect(parts.map((part) => part?.number ?? null)).toEqual([1, 2, 3, null])
  expect(parts.flatMap((part) => [...(part?.body ?? [])])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('a failing source fails every caller', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(1)
    throw new Error('gone')
  }
  const reader = new PartReader(broken())
  await expect(reader.next(() => Buffer.alloc(4))).rejects.toThrow('gone')
})

test('stopping ends the source', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Uint8Array.of(1)
    } finally {
      isEnded = true
    }
  }
  const reader = new PartReader(endless())
  await reader.next(() => Buffer.alloc(4))
  await reader.stop()
  expect(isEnded).toBe(true)
})
