/** A file with the same content in other words gives the same organization, and plans no change after it was applied. */
import { parseInstanceFile } from '../../../apps/cli/src/instance-file/parse-file.ts'
import { writeInstanceFile } from '../../../apps/cli/src/instance-file/write-file.ts'
import type { ApplyTestEnv, Source } from './apply-test-env.ts'
import { respell } from './respell.ts'
import { firstDifference } from './round-trip.ts'
import { secretsOf } from './secret-values.ts'

interface Planned {
  readonly items: readonly { action: string; kind: string; name: string; fields: readonly string[] }[]
  readonly missingSecrets: readonly string[]
}

export async function applyHandWritten(testEnv: ApplyTestEnv, { text, secrets: known }: Source): Promise<void> {
  const { cli, report, proxy } = testEnv
  const { file } = parseInstanceFile(text)
  if (file === undefined) throw new Error('the export has faults')
  const access = await testEnv.newOrganization()
  const path = await testEnv.writeFile(writeInstanceFile(respell(file)))
  const environment = { ...access, ...secretsOf(text, known) }
  const first = await cli.call(['apply', '-f', path, '--yes', '--json'], { environment })
  report.expect(first.code === 0, `apply of a file written by hand: ${first.code} ${first.stdout}${first.stderr}`)
  const exported = await testEnv.exportOf(access)
  report.expect(exported === text, `the same export: ${firstDifference(text, exported)}`)
  const before = proxy.writes
  // Without the secrets: an entry that matches needs none.
  const plan = await cli.call<Planned>(['apply', '-f', path, '--dry-run', '--json'], { environment: access })
  const planned = (plan.json?.items ?? []).map(
    ({ action, kind, name, fields }) => `${action} ${kind} ${name} ${fields}`,
  )
  report.expect(
    plan.code === 0 && planned.length === 0,
    `the second plan is empty: ${plan.stderr}${planned.join('; ')}`,
  )
  const again = await cli.call(['apply', '-f', path, '--yes', '--prune'], { environment: access })
  report.expect(
    again.code === 0 && proxy.writes === before,
    `nothing is left to prune: ${again.stderr}${proxy.log.slice(before).join()}`,
  )
}
