import { expect, test } from 'vitest'
import { sshAlgorithms } from './catalog/ssh-algorithms.ts'
import { sshOptions } from './catalog/ssh-options.ts'
import { sysctlSettings } from './catalog/sysctl.ts'
import { catalog, findCheck } from './catalog.ts'

test('every check has a unique id that starts with its group', () => {
  expect(new Set(catalog.map(({ id }) => id)).size).toBe(catalog.length)
  for (const { id, group } of catalog) expect(id).toMatch(new RegExp(`^${group}\\.[a-z0-9_]+$`))
})

test('a check that is only reported is never fixed; every other one can be', () => {
  for (const check of catalog) expect([check.id, check.fixable]).toEqual([check.id, check.class !== 'report'])
})

test('every check has a risk and a remedy', () => {
  for (const check of catalog) {
    expect(check.wanted.length, check.id).toBeGreaterThan(3)
    expect(check.risk, check.id).toMatch(/\.$/)
    expect(check.remedy, check.id).toMatch(/\.$/)
  }
})

test('every value that hardening writes belongs to a check', () => {
  for (const { check } of [...sshOptions, ...sshAlgorithms, ...sysctlSettings]) expect(findCheck(check)?.id).toBe(check)
})

test('every written value is accepted', () => {
  for (const setting of sysctlSettings) expect(setting.accepted).toContain(setting.value)
})

test('never disables forwarding and modules, which Docker needs', () => {
  const keys = sysctlSettings.flatMap((setting) => setting.keys)
  expect(keys.filter((key) => /forward|modules_disabled/.test(key))).toEqual([])
})
