import { describe, expect, it } from 'vitest'
import { findNames } from './find-names.ts'
import { commentRules, nameRules } from './name-rules.ts'

const rulesIn = (text: string, path = 'apps/a/src/read-row.ts') => findNames({ path, text }).map(({ rule }) => rule)

describe('names', () => {
  it.each([
    ['const toldAt = 1', 'name-tell'],
    ['function tellPeople() {}', 'name-tell'],
    ['interface Parts { tell(): void }', 'name-tell'],
    ['interface Parts { lookMore: () => void }', 'name-look'],
    ['class ForgeClient {}', 'name-forge'],
    ['type BroughtCertificate = string', 'name-brought'],
    ['const startPretendedForge = () => 1', 'name-pretend'],
    ['const a = (anybodysKey: string) => 1', 'name-nobody'],
    ['const { address: frontDoor } = options', 'name-picture'],
    ['function startRoom() {}', 'name-room'],
    ['class A { #told = 1 }', 'name-tell'],
    ['class A { #lookAt() {} }', 'name-look'],
    ['function check(patient: Patient) {}', 'name-patient'],
    ['function saveEnvironmentStanding() {}', 'name-standing'],
    ['function run(words: readonly string[]) {}', 'name-words'],
    ['const organisationId = 1', 'name-british'],
  ])('finds %s', (text, rule) => {
    expect(rulesIn(text)).toContain(rule)
  })

  it.each([
    'const lookUpMs = 1',
    'const looksLikeHeader = true',
    'const { told } = body',
    "import { tell } from 'tell'",
    'const body = { told: 1 }',
    'interface Wire { readonly forge: string }',
    'const hasRoom = true',
    'class A { told = 1 }',
    'const patientAttempts = 3',
    'function forgeToken() {}',
    "const text = 'pretendedForge'",
  ])('accepts %s', (text) => {
    expect(rulesIn(text)).toEqual([])
  })

  it('accepts a word where it is right', () => {
    expect(rulesIn('const words = text.words', 'apps/dashboard/src/a.tsx')).toEqual([])
    expect(rulesIn('const words = text.words', 'apps/cli/src/a.ts')).toEqual(['name-words'])
  })

  it('reads the name of the file', () => {
    expect(rulesIn('', 'apps/a/src/tell-people.db.test.ts')).toEqual(['name-tell'])
    expect(rulesIn('package main', 'packages/proxy/tell_people.go')).toEqual(['name-tell'])
  })
})

describe('comments', () => {
  it.each([
    ['/** Of the answer. */', 'comment-opening'],
    ['// What serves now.', 'comment-opening'],
    ['/**\n * Whoever waits,\n * waits long.\n */', 'comment-opening'],
    ['/** Without a port. */', 'comment-fragment'],
    ['const a = 1 // a look at the server', 'comment-look'],
    ['// One line,\n// and people are told.', 'comment-tell'],
    ['// The server is deleted, and nobody\n// notices.', 'comment-nobody'],
    ['// The row is gone.', 'comment-gone'],
    ['// A story in its own world.', 'comment-picture'],
    ['// Again is no change.', 'comment-again'],
    ['// The colour of the row.', 'comment-british'],
    ['// The forge sends an event.', 'forge'],
  ])('finds %j', (text, rule) => {
    expect(rulesIn(text)).toContain(rule)
  })

  it.each([
    '// Without a port, the proxy has no upstream.',
    "const a = '// What serves now.'",
    'const a = `/* whoever */`',
    '// `forge` is the name of a field.',
    '// A sender could forge a field.',
    '// The fake stands in for the provider.',
    '// biome-ignore lint: what nobody reads',
    '// One line.\n\nconst a = 1 // Another line.',
  ])('accepts %j', (text) => {
    expect(rulesIn(text)).toEqual([])
  })

  it('names the line on which the comment starts', () => {
    const text = "const a = '//'\n\n/**\n * The first line.\n * Whoever reads.\n */\n"
    expect(findNames({ path: 'a.ts', text })).toMatchObject([
      { line: 3, rule: 'whoever', text: 'The first line. Whoever reads.' },
    ])
  })
})

describe('test titles', () => {
  it.each([
    ["it('tells people', () => {})", 'comment-tell'],
    ["test.each([1])('%s is no address', () => {})", 'is-no'],
    ["describe('a world', () => {})", 'comment-picture'],
    ['it(`is gone`, () => {})', 'comment-gone'],
    ["const scenarios = { async 'goes on after a crash'() {} }", 'goes-on'],
  ])('finds %s', (text, rule) => {
    expect(rulesIn(text)).toContain(rule)
  })

  it('accepts titles without a subject', () => {
    expect(rulesIn("it('without a port', () => {})")).toEqual([])
  })
})

describe('Go', () => {
  it.each([
    ['func tellKeeper(name string) error {\n', 'name-tell'],
    ['func (k *keeper) mend() {\n', 'name-brought'],
    ['type story struct {\n', 'name-picture'],
    ['\tlook, err := read()\n', 'name-look'],
    ['var organisation = 1\n', 'name-british'],
    ['// whoever waits\n', 'whoever'],
  ])('finds %j', (text, rule) => {
    expect(rulesIn(text, 'packages/proxy/table.go')).toContain(rule)
  })

  it('accepts strings', () => {
    expect(rulesIn('\tname := "// whoever"\n', 'packages/proxy/table.go')).toEqual([])
  })
})

it('has one entry for each rule', () => {
  const rules = [...nameRules, ...commentRules].map(({ rule }) => rule)
  expect(new Set(rules).size).toBe(rules.length)
})
