import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failureFamilies } from '../modules/instance/failures/failures.schemas.ts'
import { failures } from './failures.ts'
import { allProblems } from './problems.ts'

const root = join(import.meta.dirname, '../../../..')
const known = new Set(failures.map(({ code }) => code))
/** Codes of runs that users don't see: sending a mail, reading the version feed. */
const unseen = new Set(['mail_gone', 'version_feed_unreadable'])

test('every code has a remedy, once for each family', () => {
  expect(new Set(failures.map(({ family, code }) => `${family}/${code}`)).size).toBe(failures.length)
  for (const { code, title, remedy } of failures) {
    expect(code).toMatch(/^[a-z][a-z0-9_]*$/)
    expect(title.length, code).toBeGreaterThan(3)
    expect(remedy.length, code).toBeGreaterThan(10)
  }
  expect(new Set(failures.map(({ family }) => family))).toEqual(new Set(failureFamilies))
})

test('every API error has a page', () => {
  expect(Object.values(allProblems).filter(({ code }) => !known.has(code))).toEqual([])
})

test('every failure code of a run has a page', () => {
  const files = globSync('{apps/server,packages/*}/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  )
  const thrown = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/new PermanentError\(\s*'([a-z_]+)'/g),
  ])
  const codes = new Set(thrown.map(([, code = '']) => code))
  expect(codes.size).toBeGreaterThan(30)
  expect([...codes].filter((code) => !known.has(code) && !unseen.has(code))).toEqual([])
})
