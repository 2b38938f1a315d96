/** Changes on the server behind Longshore's back: reported within a minute, repaired when that is safe. */

import { becomesTrue } from '../../support/eventually.ts'
import type { Tally } from '../../support/kills/settle.ts'
import { asker, visit } from '../../support/recovery-test-env.ts'
import { findDifferences, readTruth } from '../../support/target-truth.ts'

const reportedMs = 60_000
const healedMs = 60_000

export async function proveDrift(tally: Tally): Promise<void> {
  const { testEnv, report } = tally
  const { target } = testEnv
  const { containers } = await readTruth(testEnv)
  const [first = ''] = containers
  const image = (await target.mustExec(['docker', 'inspect', '--format', '{{.Image}}', first])).trim()
  const stranger = 'stranger-of-the-house'
  await target.mustExec(['docker', 'run', '--detach', '--name', stranger, image, 'sleep', '3600'])

  await seedDrift(tally, 'container_stopped', { heals: true }, () =>
    target.mustExec(['docker', 'stop', '--time', '1', first]),
  )
  await seedDrift(tally, 'container_extra', { heals: true }, async () => {
    const labels = await labelsOf(tally, first)
    await target.mustExec(['docker', 'run', '--detach', ...labels, '--name', 'planted', image, 'sleep', '3600'])
  })
  await seedDrift(tally, 'traffic_elsewhere', { heals: true }, async () => {
    const link = `/var/lib/docker/volumes/longshore-proxy/_data/up/${testEnv.environmentId}/current`
    await target.mustExec(['ln', '--symbolic', '--force', '--no-dereference', 'releases/nothing.json', link])
  })
  await seedDrift(tally, 'container_gone', { heals: true }, () => target.mustExec(['docker', 'rm', '--force', first]))

  const kept = await target.exec(['docker', 'inspect', '--format', '{{.State.Running}}', stranger])
  report.expect(kept.stdout.trim() === 'true', 'a container without our labels was touched')
  await target.mustExec(['docker', 'rm', '--force', stranger])
}

/** As `docker run` takes them: those of another container, but of a deployment that no one knows. */
async function labelsOf({ testEnv: { target } }: Tally, name: string): Promise<string[]> {
  const text = await target.mustExec(['docker', 'inspect', '--format', '{{json .Config.Labels}}', name])
  const labels: Record<string, string> = JSON.parse(text)
  return Object.entries({ ...labels, 'longshore.deployment': 'dep_00000000000000000000000000' })
    .filter(([key]) => key.startsWith('longshore.'))
    .flatMap(([key, value]) => ['--label', `${key}=${value}`])
}

async function seedDrift(
  { testEnv, report }: Tally,
  code: string,
  { heals }: { heals: boolean },
  does: () => Promise<unknown>,
): Promise<void> {
  const served = await visit(testEnv)
  const [last] = await testEnv.sql.query<{ seq: number }>('select coalesce(max(seq), 0) as seq from events')
  const seededAt = Date.now()
  await does()
  const isReported = async () => {
    const rows = await testEnv.sql.query(
      `select 1 from events where seq > $1 and data ->> 'action' = 'drifted' and data -> 'codes' ? $2`,
      [last?.seq ?? 0, code],
    )
    return rows.length > 0
  }
  const reported = await becomesTrue(isReported, { withinMs: reportedMs, everyMs: 250 })
  report.expect(reported, `${code} was not reported within ${reportedMs / 1_000} s`)
  report.figure(`${code}_told_s`, ((Date.now() - seededAt) / 1_000).toFixed(1))
  if (!heals) return
  const ask = asker(testEnv.instance, testEnv.me)
  const isWell = async () =>
    (await findDifferences(testEnv)).length === 0 &&
    (await ask('GET', `/environments/${testEnv.environmentId}`)).status === 'live' &&
    (await visit(testEnv)) === served
  const isHealed = await becomesTrue(isWell, { withinMs: healedMs, everyMs: 500 })
  report.expect(isHealed, `${code} was not put right: ${(await findDifferences(testEnv)).join('; ')}`)
}
