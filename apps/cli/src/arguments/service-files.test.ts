import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readServiceFiles, withFiles } from './service-files.ts'

let directory = ''
const read = (...args: string[]) => readServiceFiles({ directory, stdin: Readable.from(['piped\n']) }, args)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'longshore-files-'))
  await writeFile(join(directory, 'app.conf'), 'a=b\n')
  await writeFile(join(directory, 'start.sh'), '#!/bin/sh\n')
  await chmod(join(directory, 'start.sh'), 0o755)
  await writeFile(join(directory, 'binary'), Buffer.from([0, 1]))
  await writeFile(join(directory, 'large'), 'a'.repeat(1_048_577))
})
afterAll(async () => await rm(directory, { recursive: true }))

test('reads the text unchanged, and keeps scripts executable', async () => {
  expect(await read('/etc/app.conf=app.conf', '/start.sh=start.sh')).toEqual([
    { path: '/etc/app.conf', mode: '0644', content: 'a=b\n' },
    { path: '/start.sh', mode: '0755', content: '#!/bin/sh\n' },
  ])
})

test('refuses what can’t be the text of a file, and says why', async () => {
  await expect(read('/etc/app.conf')).rejects.toThrow('--file must be PATH=LOCALFILE')
  await expect(read('/a=missing')).rejects.toThrow("Can't read the file")
  await expect(read('/a=binary')).rejects.toThrow("isn't text")
  await expect(read('/a=large')).rejects.toThrow('larger than 1.0 MB')
})

test('replaces the file at the same path', () => {
  const [one, other] = [
    { path: '/a', source: 'a' },
    { path: '/b', source: 'b' },
  ]
  expect(withFiles([one, other], [{ path: '/a', content: 'new' }])).toEqual([other, { path: '/a', content: 'new' }])
})
