import { expect, test } from 'vitest'
import { withKey, withoutKey } from './authorized-keys.remote.ts'

const ours = 'ssh-ed25519 AAAAours longshore-srv_1'
const theirs = '# people\nssh-rsa AAAAtheirs ada@laptop\nfrom="10.0.0.0/8",no-pty ssh-ed25519 AAAAother bob@desk\n'

test('adds a key once, on its own line', () => {
  expect(withKey('', ours)).toBe(`${ours}\n`)
  expect(withKey(theirs, ours)).toBe(`${theirs}${ours}\n`)
  expect(withKey(theirs.trimEnd(), ours)).toBe(`${theirs}${ours}\n`)
  expect(withKey(withKey(theirs, ours), ours)).toBe(withKey(theirs, ours))
})

test('recognizes an existing key with options or another comment', () => {
  const present = `${theirs}restrict,port-forwarding ssh-ed25519 AAAAours\n`
  expect(withKey(present, ours)).toBe(present)
  expect(withoutKey(present, ours)).toBe(theirs)
})

test('removing keeps every other byte', () => {
  const odd = `\n\n${theirs}\t ssh-ed25519\tAAAAx \n# ssh-ed25519 AAAAours\n`
  expect(withoutKey(odd, ours)).toBe(odd)
  expect(withoutKey(`${odd}${ours}\n${ours}`, ours)).toBe(odd)
  expect(withoutKey('ssh-ed25519 AAAAoursX c\n', ours)).toBe('ssh-ed25519 AAAAoursX c\n')
})
