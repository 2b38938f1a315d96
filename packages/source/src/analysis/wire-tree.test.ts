import { expect, test } from 'vitest'
import type { SourceEntry } from '../git/source.ts'
import { readTree, writeTree } from './wire-tree.ts'

const entry = (path: string, change: Partial<SourceEntry> = {}): SourceEntry => ({
  ...{ path, kind: 'file', id: path, isExecutable: false },
  ...change,
})

test('the sandbox sees the list as it is', () => {
  const entries = [
    entry('a b.txt'),
    entry('run.sh', { isExecutable: true }),
    entry('lib', { kind: 'submodule' }),
    entry('link', { kind: 'link' }),
  ]
  const sizes = new Map([['run.sh', 1_000]])
  expect(readTree(writeTree({ rootDirectory: 'app', composeProfiles: ['debug', '*'], entries, sizes }))).toEqual({
    rootDirectory: 'app',
    composeProfiles: ['debug', '*'],
    entries: [
      { path: 'a b.txt', kind: 'file', isExecutable: false, bytes: 0 },
      { path: 'run.sh', kind: 'file', isExecutable: true, bytes: 1_000 },
      { path: 'lib', kind: 'submodule', bytes: 0 },
      { path: 'link', kind: 'link', bytes: 0 },
    ],
  })
})
