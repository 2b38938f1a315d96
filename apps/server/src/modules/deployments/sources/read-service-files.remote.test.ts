import type { FetchedSource, SourceEntry } from '@longshore/source/git'
import { expect, test } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { readServiceFiles } from './read-service-files.remote.ts'

const signal = new AbortController().signal

async function read(contents: Record<string, Buffer | string>, sources: string[], kinds: Record<string, string> = {}) {
  const bytes = new Map(Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)]))
  const entries = [...bytes.keys()].map(
    (path) => ({ path, id: path, kind: kinds[path] ?? 'file', isExecutable: false }) as SourceEntry,
  )
  const fetched = {
    openBlobs: () => ({
      sizes: async (ids: string[]) => ids.map((id) => bytes.get(id)?.length ?? null),
      read: async (ids: string[]) => ids.map((id) => bytes.get(id) ?? null),
      [Symbol.asyncDispose]: async () => undefined,
    }),
  } as unknown as FetchedSource
  const files = sources.map((source, index) => ({ path: `/files/${index}`, source }))
  const service = {
    ...{ id: brandId<'svc'>('01900000-0000-7000-8000-000000000001'), name: 'web', kind: 'web' as const },
    ...{ configuration: ServiceConfiguration.parse({ files }), ownedByFile: [] },
  }
  return await readServiceFiles(fetched, { entries, services: [service], signal })
}

test('reads each file once, byte for byte', async () => {
  const text = '\ufeff# é\r\nx\n'
  expect(await read({ 'a.conf': text, other: 'x' }, ['a.conf', 'a.conf'])).toEqual({ 'a.conf': text })
  expect(await read({ other: 'x' }, [])).toEqual({})
})

test.each<[string, Record<string, Buffer | string>, string[], Record<string, string>, RegExp]>([
  ['a missing file', {}, ['a'], {}, /isn't in the commit/],
  ['a symbolic link', { a: '/etc/passwd' }, ['a'], { a: 'symlink' }, /isn't a regular file/],
  ['binary data', { a: Buffer.from([0xff, 0xfe]) }, ['a'], {}, /isn't text/],
  ['a NUL character', { a: 'a\0b' }, ['a'], {}, /isn't text/],
  ['a large file', { a: 'x'.repeat(98_305) }, ['a'], {}, /larger than 96 KB/],
  ['a file that is large in JSON', { a: '\u0001'.repeat(20_000) }, ['a'], {}, /larger than 96 KB/],
  ['many copies of a file', { a: 'x'.repeat(10_000) }, Array.from({ length: 10 }, () => 'a'), {}, /larger than 96 KB/],
])('rejects %s', async (_what, contents, sources, kinds, message) => {
  await expect(read(contents, sources, kinds)).rejects.toEqual(
    expect.objectContaining({ code: 'file_not_usable', message: expect.stringMatching(message) }),
  )
})
