import { expect, test } from 'vitest'
import { TreeListing } from './tree-listing.ts'

const id = 'a'.repeat(40)
const limits = { files: 100, outputBytes: 1_000_000 }

function list(names: readonly (string | Buffer)[], options: { mode?: string; chunkBytes?: number } = {}) {
  const listing = new TreeListing(limits)
  const records = names.flatMap((name) => [
    Buffer.from(`${options.mode ?? '100644'} blob ${id}\t`),
    Buffer.from(name),
    Buffer.of(0),
  ])
  const whole = Buffer.concat(records)
  const step = options.chunkBytes ?? whole.length
  for (let at = 0; at < whole.length; at += step) listing.add(whole.subarray(at, at + step))
  return listing.finish()
}

test.each([1, 7, 64, 10_000])('reads its input in chunks of %i bytes', (chunkBytes) => {
  const names = ['b.ts', 'a/é.ts', 'a/b/c d.ts', '.env', '日本/x']
  expect(list(names, { chunkBytes }).entries.map((entry) => entry.path)).toEqual([...names].sort())
})

test.each([
  '..',
  '.',
  'a/../b',
  '../x',
  '/etc/passwd',
  'a//b',
  'a/',
  '.git',
  '.GIT/config',
  'x/.git/hooks/y',
  'git~1',
  '.git ',
  '.git.',
  'a\\..\\b',
  'a\nb',
  'a\rb',
  '\u001b[31m',
  'x\u202ey',
  'x\u2028y',
  '.g\u200cit',
  'x\u007f',
  'a'.repeat(300),
  Buffer.of(0xff, 0xfe),
  Buffer.of(0xc3, 0x28),
])('omits the name %j', (name) => {
  expect(list(['ok', name])).toMatchObject({ entries: [{ path: 'ok' }], skipped: 1 })
})

test.each(['.github/x', 'a/.env', '...', 'a.git', '.gitignore', 'git~', '(group)/[id]/page.tsx', '@scope/a+b,c=d'])(
  'keeps the name %s',
  (name) => expect(list([name]).entries.map((entry) => entry.path)).toEqual([name]),
)

test('counts a duplicate name once', () => {
  expect(list(['a', 'a', 'b'])).toMatchObject({ entries: [{ path: 'a' }, { path: 'b' }], skipped: 1 })
})

test('sorts like JavaScript compares', () => {
  expect(list(['\u{1f600}', '\uffee', 'a.b', 'a/b']).entries.map((entry) => entry.path)).toEqual([
    'a.b',
    'a/b',
    '\u{1f600}',
    '\uffee',
  ])
})

test('keeps links and skips devices', () => {
  expect(list(['a'], { mode: '120000' }).entries).toMatchObject([{ kind: 'link' }])
  expect(list(['a'], { mode: '060000' })).toMatchObject({ entries: [], skipped: 1 })
})

test('too many files end the listing', () => {
  const names = Array.from({ length: 101 }, (_, at) => `f${at}`)
  expect(() => list(names)).toThrow(expect.objectContaining({ code: 'repository_too_large' }))
})

test('rejects a record of another shape', () => {
  const listing = new TreeListing(limits)
  expect(() => listing.add(Buffer.from('fatal: x\0'))).toThrow(
    expect.objectContaining({ code: 'repository_unreadable' }),
  )
})
