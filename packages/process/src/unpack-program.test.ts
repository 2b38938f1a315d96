import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPacked, readProgramFile, unpackProgram } from './unpack-program.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unpack-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const pack = (name: string, content: string) => writeFile(join(folder, `${name}.zst`), zstdCompressSync(content))

test('a program that is not compressed is used where it is', async () => {
  await writeFile(join(folder, 'tool'), 'plain')
  expect(await unpackProgram(join(folder, 'tool'), folder)).toBe(join(folder, 'tool'))
})

test('a compressed program is unpacked once, can be run by its owner only, and replaces the previous version', async () => {
  await pack('tool', 'one')
  const [first, same] = await Promise.all([1, 2].map(() => unpackProgram(join(folder, 'tool'), folder)))
  expect(first).toBe(same)
  expect(await readFile(first ?? '', 'utf8')).toBe('one')
  expect((await stat(first ?? '')).mode & 0o777).toBe(0o500)
  await rm(first ?? '')
  await pack('tool', 'two')
  const second = await unpackProgram(join(folder, 'tool'), folder)
  expect(await readFile(second ?? '', 'utf8')).toBe('two')
  expect(await readdir(join(folder, 'programs'))).toHaveLength(1)
})

test('a damaged file leaves nothing behind and can be repaired', async () => {
  await pack('tool', 'a program that is long enough to be cut in the middle '.repeat(500))
  const packed = await readFile(join(folder, 'tool.zst'))
  await writeFile(join(folder, 'tool.zst'), packed.subarray(0, packed.length - 5))
  await expect(unpackProgram(join(folder, 'tool'), folder)).rejects.toThrow()
  expect(await readdir(join(folder, 'programs'))).toEqual([])
  await writeFile(join(folder, 'tool.zst'), packed)
  expect(await unpackProgram(join(folder, 'tool'), folder)).not.toBeNull()
})

test('a missing program is reported as missing', async () => {
  expect(await unpackProgram(join(folder, 'tool'), folder)).toBeNull()
  expect(await readProgramFile(join(folder, 'tool'))).toBeNull()
  expect(await isPacked(join(folder, 'tool'))).toBe(false)
})

test('a small program is read in either form', async () => {
  await pack('tool', 'packed')
  expect(String(await readProgramFile(join(folder, 'tool')))).toBe('packed')
  expect(await isPacked(join(folder, 'tool'))).toBe(true)
  await writeFile(join(folder, 'tool'), 'plain')
  expect(String(await readProgramFile(join(folder, 'tool')))).toBe('plain')
})
