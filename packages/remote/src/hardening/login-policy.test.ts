import { describe, expect, it } from 'vitest'
import { parseSshdConfig } from './evidence/parse.ts'
import { matches, refusalReason } from './login-policy.ts'

const deploy = { name: 'deploy', uid: 1000, groups: ['deploy', 'docker'], address: '203.0.113.9' }

describe('refusalReason', () => {
  it.each([
    ['pubkeyauthentication yes', undefined],
    ['pubkeyauthentication no', 'PubkeyAuthentication no'],
    ['authenticationmethods any', undefined],
    ['authenticationmethods publickey', undefined],
    ['authenticationmethods publickey,password', 'AuthenticationMethods publickey,password'],
    ['allowusers root\nallowusers deploy', undefined],
    ['allowusers nobody', 'AllowUsers nobody'],
    ['allowusers dep*', undefined],
    ['allowusers deploy@203.0.113.*', undefined],
    ['allowusers deploy@10.*', 'AllowUsers deploy@10.*'],
    ['denyusers dep?oy', 'DenyUsers dep?oy'],
    ['allowgroups docker', undefined],
    ['allowgroups wheel', 'AllowGroups wheel'],
    ['denygroups docker', 'DenyGroups docker'],
    ['allowusers !deploy *', 'AllowUsers !deploy *'],
    ['permitrootlogin no', undefined],
  ])('%s', (text, reason) => {
    expect(refusalReason(parseSshdConfig(text), deploy)).toBe(reason)
  })

  it('rejects root where root is not allowed to sign in', () => {
    const root = { ...deploy, name: 'root', uid: 0 }
    expect(refusalReason(parseSshdConfig('permitrootlogin no'), root)).toBe('PermitRootLogin no')
    expect(refusalReason(parseSshdConfig('permitrootlogin prohibit-password'), root)).toBeUndefined()
  })
})

it.each([
  ['*', '', true],
  ['a*b*c', 'axxbyyc', true],
  ['a*b*c', 'axxbyy', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
])('%s matches %s: %s', (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected)
})
