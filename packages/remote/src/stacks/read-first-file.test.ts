import { expect, test } from 'vitest'
import { tarFile } from '../docker/tar-file.ts'
import { readFirstFile } from './read-first-file.ts'

const content = Buffer.from('key: value\n')

test('the content of the only file, also after a record with its long name', () => {
  expect(readFirstFile(tarFile('a.yml', content, 0o644), 100)).toEqual(content)
  expect(readFirstFile(tarFile(`${'ä'.repeat(90)}.yml`, content, 0o644), 100)).toEqual(content)
})

test('null for a larger file, a folder, and what breaks off', () => {
  const archive = tarFile('a.yml', content, 0o644)
  expect(readFirstFile(archive, 5)).toBeNull()
  const folder = Buffer.from(archive)
  folder[156] = 0x35
  expect(readFirstFile(folder, 100)).toBeNull()
  expect(readFirstFile(archive.subarray(0, 515), 100)).toBeNull()
  expect(readFirstFile(Buffer.alloc(1_024), 100)).toBeNull()
})

test.each(['-0001000', '-1', '0x10', '1e3', '9'])('null for an entry with the size %s', (size) => {
  const archive = tarFile('a.yml', content, 0o644)
  archive[156] = 0x78
  archive.fill(0, 124, 136).write(size, 124, 'latin1')
  expect(readFirstFile(archive, 100)).toBeNull()
})
