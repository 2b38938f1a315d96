/**
 * Every operation of the specification works: one user calls all of them on real parts, in the order people meet them.
 *
 * @tier manual
 * @budget 200
 */
import { Report } from '../support/report.ts'
import { walkAll } from '../support/spec-walk/walk.ts'
import { openTestEnv } from '../support/spec-walk/walk-test-env.ts'

const report = new Report('spec-walk')
{
  await using testEnv = await openTestEnv()
  await walkAll(testEnv, report)
}
report.finish()
