import { describe, expect, it, vi } from 'vitest'
import type { Check } from './check.ts'
import { CheckSkipped } from './check-skipped.ts'
import { checks } from './checks.ts'
import { DoctorContext } from './doctor-context.ts'
import { fault, ok, warning } from './finding.policy.ts'
import { runChecks } from './run-checks.ts'
import { readUsableSettings } from './usable-settings.ts'

const context = new DoctorContext(readUsableSettings({}))
const check = (code: string, run: Check['run'], more: Partial<Check> = {}): Check => ({
  code,
  meaning: 'm',
  remedy: 'mend it',
  run,
  ...more,
})
const statuses = async (...some: Check[]) =>
  Object.fromEntries((await runChecks(some, context)).map(({ code, status }) => [code, status]))

describe('runChecks', () => {
  it("reports each finding in the order of the table, with the check's remedy or a more specific one", async () => {
    const results = await runChecks(
      [check('a', () => ok('fine')), check('b', () => warning('so so')), check('c', () => fault('bad', 'do this'))],
      context,
    )
    expect(results.map(({ code, status, remedy }) => [code, status, remedy])).toEqual([
      ['a', 'ok', null],
      ['b', 'warning', 'mend it'],
      ['c', 'fault', 'do this'],
    ])
  })

  it('reports a check that throws as a fault, also synchronously, and continues with the others', async () => {
    const broken = check('broken', () => {
      throw new Error('no\n  idea')
    })
    const results = await runChecks([broken, check('next', () => ok('fine'))], context)
    expect(results.map(({ status }) => status)).toEqual(['fault', 'ok'])
    expect(results[0]?.text).toBe('failed: no idea')
  })

  it('reports a check that hangs as a fault, aborts it, and continues with the others', async () => {
    vi.useFakeTimers()
    let isStopped = false
    const hung = check(
      'hung',
      (_, signal) => {
        signal.addEventListener('abort', () => {
          isStopped = true
        })
        return new Promise(() => undefined)
      },
      { withinMs: 3_000 },
    )
    const results = runChecks([hung, check('next', () => ok('fine'))], context)
    await vi.advanceTimersByTimeAsync(3_000)
    expect((await results).map(({ status, text }) => `${status}: ${text}`)).toEqual([
      "fault: didn't respond within 3 s",
      'ok: fine',
    ])
    expect(isStopped).toBe(true)
    vi.useRealTimers()
  })

  it("skips checks that depend on a fault, and names the root cause; a warning doesn't block", async () => {
    const results = await runChecks(
      [
        check('ground', () => fault('gone')),
        check('wall', () => ok('stands'), { needs: ['ground'] }),
        check('roof', () => ok('stands'), { needs: ['wall'] }),
        check('damp', () => warning('wet')),
        check('floor', () => ok('stands'), { needs: ['damp'] }),
      ],
      context,
    )
    expect(results.map(({ status, text }) => `${status}: ${text}`)).toEqual([
      'fault: gone',
      'skipped: needs ground',
      'skipped: needs ground',
      'warning: wet',
      'ok: stands',
    ])
  })

  it("skips checks that can't run here", async () => {
    const blind = check('blind', () => {
      throw new CheckSkipped('not given')
    })
    expect(await statuses(blind)).toEqual({ blind: 'skipped' })
  })
})

describe('the table of checks', () => {
  it('has each code once, after those that it needs, with a meaning and a remedy', () => {
    const before = new Set<string>()
    for (const { code, needs = [], meaning, remedy } of checks) {
      expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
      expect(before.has(code)).toBe(false)
      expect(needs.filter((each) => !before.has(each))).toEqual([])
      expect(meaning.length).toBeGreaterThan(15)
      expect(remedy.length).toBeGreaterThan(10)
      before.add(code)
    }
  })
})
