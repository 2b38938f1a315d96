import { expect, it } from 'vitest'
import { readHeaders } from './read-history.ts'
import { readRefs } from './read-refs.ts'

const sha = (digit: string) => digit.repeat(40)
const header = (digit: string, message: string) =>
  `${sha(digit)}\ntree ${sha('a')}\nparent ${sha('b')}\nauthor Ada <a@x> 1763229081 +0100\ncommitter Ada <a@x> 1763229081 +0100\n\n${message}\0`

it('reads commits in their order, with messages of several lines', () => {
  const commits = readHeaders(
    Buffer.from(header('1', '    Fix it\n    \n    For good.\n') + header('2', '    Start\n')),
  )
  expect(commits.map((each) => [each.sha, each.message, each.author])).toEqual([
    [sha('1'), 'Fix it\n\nFor good.', 'Ada'],
    [sha('2'), 'Start', 'Ada'],
  ])
  expect(commits[0]?.committedAt.toISOString()).toBe('2025-11-15T17:51:21.000Z')
})

it('reads nothing from nothing, and refuses anything else', () => {
  expect(readHeaders(Buffer.from(''))).toEqual([])
  expect(() => readHeaders(Buffer.from('nonsense\0'))).toThrow()
})

it('resolves annotated tags to their commits', () => {
  const lines = [
    `ref: refs/heads/main\tHEAD`,
    `${sha('1')}\tHEAD`,
    `${sha('1')}\trefs/heads/main`,
    `${sha('2')}\trefs/tags/v1.0.0`,
    `${sha('3')}\trefs/tags/v1.0.0^{}`,
    `${sha('4')}\trefs/tags/light`,
    `${sha('5')}\trefs/tags/--bad`,
  ]
  expect(readRefs(lines.join('\n'))).toEqual({
    defaultBranch: 'main',
    branches: [{ name: 'main', commit: sha('1') }],
    tags: [
      { name: 'v1.0.0', commit: sha('3') },
      { name: 'light', commit: sha('4') },
    ],
  })
})
