import { expect, test } from 'vitest'
import { entriesBelow } from './export-tree.ts'
import type { SourceEntry } from './source.ts'

const entry = (path: string, kind: SourceEntry['kind'] = 'file'): SourceEntry => ({
  path,
  kind,
  id: 'a'.repeat(40),
  isExecutable: false,
})

test('a folder contains what is below it, not names with the same prefix', () => {
  const found = entriesBelow([entry('api/a'), entry('api/b/c'), entry('api-old/d'), entry('e')], 'api')
  expect(found.map(({ path }) => path)).toEqual(['a', 'b/c'])
})

test('writes nothing below a link or a file', () => {
  const tree = [entry('a', 'link'), entry('a/b'), entry('c'), entry('c/d/e'), entry('f/g')]
  expect(entriesBelow(tree, '.').map(({ path }) => path)).toEqual(['a', 'c', 'f/g'])
})
