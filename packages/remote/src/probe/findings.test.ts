import { expect, test } from 'vitest'
import { remoteErrorCodes } from '../ssh/index.ts'
import { type FindingCode, findings, found } from './findings.ts'

const codes = Object.keys(findings) as FindingCode[]
/** Placeholders that the code fills in. */
const known = new Set(['host', 'port', 'username', 'line'])

test.each(codes)('%s has its own cause and remedy, in whole sentences', (code) => {
  const { cause, remedy } = findings[code]
  for (const text of [cause, remedy]) expect(text).toMatch(/^(["A-Z{]|sshd ).{20,}[.)]$/su)
  for (const [, name = ''] of `${cause} ${remedy}`.matchAll(/\{(\w+)\}/g)) expect(known).toContain(name)
})

test('no two codes have the same text', () => {
  expect(new Set(codes.map((code) => findings[code].cause)).size).toBe(codes.length)
})

test('every transport error has a finding', () => {
  const foreseen = remoteErrorCodes.filter((code) => code !== 'cancelled')
  expect(foreseen.filter((code) => !Object.hasOwn(findings, code))).toEqual([])
})

test('inserts values once: text that looks like a placeholder stays text', () => {
  const { detail, hint } = found('key_refused', { username: '{line}', line: 'ssh-ed25519 AAAA longshore' })
  expect(detail).toContain('for the user {line}')
  expect(hint).toContain("echo 'ssh-ed25519 AAAA longshore' >> ~/.ssh/authorized_keys")
})
