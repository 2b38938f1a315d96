import { expect, it } from 'vitest'
import { findPhrases } from './find-phrases.ts'
import { phrases } from './phrases.ts'

const rulesIn = (path: string, text: string) => findPhrases({ path, text }).map(({ rule }) => rule)

it.each([
  ['Nobody is told yet', 'told'],
  ['What serves goes on serving.', 'goes-on'],
  ['Let a name lead to the machine', 'leads-to'],
  ['The remedy stands beside it.', 'stands'],
  ['"deplyo" is no command.', 'is-no'],
  ['Read the resource again and decide anew.', 'anew'],
  ['a repository, which this project has not', 'has-not'],
  ['How to mend an installation', 'mend'],
  ['The certificate is renewed by itself.', 'by-itself'],
  ['It cannot be undone any more.', 'any-more'],
  ['What the forge sent', 'forge'],
  ['Your organisation', 'british'],
])('finds "%s"', (sentence, rule) => {
  expect(rulesIn('docs/page.md', `# Title\n\n${sentence}\n`)).toContain(rule)
  expect(rulesIn('text.ts', `const text = \`${sentence}\`\n`)).toContain(rule)
  expect(rulesIn('openapi.json', `  "description": ${JSON.stringify(sentence)},\n`)).toContain(rule)
})

it.each([
  'The previous version keeps running.',
  'There is no backup yet.',
  'This is no longer needed.',
  'Are there any more files? Not yet.',
  'Forgejo rejects a forged signature.',
  'You can run several analyses.',
  'A test that stands on its own.',
  'This can lead the way.',
])('leaves "%s" alone', (sentence) => {
  expect(rulesIn('docs/page.md', sentence)).toEqual([])
})

it('leaves code, comments and names alone', () => {
  expect(rulesIn('docs/page.md', 'Run `mend`.\n\n```sh\nmend --anew\n```\n')).toEqual([])
  expect(rulesIn('text.ts', "// mends it anew\n/* whoever */\nconst mend = 'mend'\n")).toEqual([])
})

it('names the line and what to write instead', () => {
  expect(findPhrases({ path: 'a.md', text: 'One\n\nWhoever can push\n' })).toEqual([
    { path: 'a.md', line: 3, rule: 'whoever', text: 'Whoever', instead: 'anyone who, people who' },
  ])
})

it('has one entry for each rule', () => {
  expect(new Set(phrases.map(({ rule }) => rule)).size).toBe(phrases.length)
})
