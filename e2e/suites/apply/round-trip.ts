/** Applies the export of one organization to an empty one, twice. */
import type { ApplyTestEnv, Source } from './apply-test-env.ts'
import { secretsOf } from './secret-values.ts'

interface Applied {
  readonly applied: number
  readonly left: readonly { kind: string; name: string; note?: string }[]
  readonly items: readonly { kind: string }[]
}

export async function repeatApply(testEnv: ApplyTestEnv, { text, secrets: known }: Source): Promise<void> {
  const { cli, report, proxy } = testEnv
  const access = await testEnv.newOrganization()
  const secrets = secretsOf(text, known)
  const values = Object.values(known).filter((value) => value !== '')
  report.expect(
    !values.some((value) => text.includes(value)) && !text.includes('top-secret'),
    'the export has no secret',
  )
  const file = await testEnv.writeFile(text)
  const without = await cli.call(['apply', '-f', file, '--yes'], { environment: access })
  report.expect(
    without.code === 2 && without.stderr.includes("aren't set"),
    `secrets are listed: ${without.stderr.slice(0, 300)}`,
  )
  report.expect(proxy.writes === 0, `nothing changes without the secrets: ${proxy.log.join()}`)
  const environment = { ...access, ...secrets }
  const plan = await cli.call<Applied>(['apply', '-f', file, '--dry-run', '--json'], { environment })
  report.expect(plan.code === 0 && proxy.writes === 0, `a dry run changes nothing: ${plan.code} ${plan.stderr}`)
  const first = await cli.call<Applied>(['apply', '-f', file, '--yes', '--json'], { environment })
  report.expect(first.code === 0, `apply: ${first.code} ${first.stderr}${JSON.stringify(first.json?.left)}`)
  report.figure('kinds', new Set(first.json?.items.map(({ kind }) => kind)).size)
  report.figure('writes', proxy.writes)
  const second = await testEnv.exportOf(access)
  report.expect(second === text, `the same export: ${firstDifference(text, second)}`)
  const before = proxy.writes
  const again = await cli.call<Applied>(['apply', '-f', file, '--yes', '--json'], { environment })
  report.expect(
    again.code === 0 && again.json?.applied === 0,
    `second apply: ${again.code} ${again.stdout.slice(0, 500)}${again.stderr}`,
  )
  report.expect(proxy.writes === before, `a second apply sends no change: ${proxy.log.slice(before).join()}`)
  report.figure('second_writes', proxy.writes - before)
  report.figure('bytes', Buffer.byteLength(text))
}

export function firstDifference(one: string, other: string): string {
  const [left, right] = [one.split('\n'), other.split('\n')]
  const index = left.findIndex((line, place) => line !== right[place])
  return `line ${index + 1}: ${JSON.stringify(left.slice(index, index + 3))} is ${JSON.stringify(right.slice(index, index + 3))}`
}
