/** Deploys each migration: bad ones must stop before the real data changes, with evidence, and good ones must go live. */
import type { Migration } from './migrations.ts'
import type { Migrator } from './migrator.ts'
import { commandFor } from './seed.ts'

const counts = { stopped: 0, good_stopped: 0, leftovers: 0, checkpoints: 0 }

export async function runMigrations(migrator: Migrator, all: readonly Migration[]): Promise<void> {
  const { report } = migrator.testEnv
  for (const migration of all.filter(({ engine }) => engine === migrator.engine)) {
    const started = performance.now()
    await (migration.rule === null ? runGood(migrator, migration) : runBad(migrator, migration, migration.rule))
    const left = await migrator.listLeftovers()
    counts.leftovers += left.length
    report.expect(left.length === 0, `${migration.name}: left on the server: ${left.join(' ')}`)
    console.error(`    ${migration.name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  }
  for (const [key, value] of Object.entries(counts)) report.figure(key, value)
}

async function runBad(migrator: Migrator, { engine, name }: Migration, rule: string): Promise<void> {
  const { report } = migrator.testEnv
  const before = await migrator.fingerprint()
  const { deployment, rehearsal } = await migrator.deploy(commandFor(engine, name))
  const isStopped = deployment.status === 'failed' && deployment.error?.code === 'rehearsal_stopped'
  if (isStopped) counts.stopped += 1
  report.expect(isStopped, `${name}: was not stopped: ${deployment.status} ${JSON.stringify(deployment.error)}`)
  const rules = rehearsal?.findings.filter(({ stops }) => stops).map((each) => each.rule) ?? []
  report.expect(
    rules.some((each) => each === rule),
    `${name}: found ${rules.join() || 'nothing'} ${JSON.stringify(rehearsal)}`,
  )
  report.expect(rehearsal?.status === 'stopped', `${name}: ${rehearsal?.status}`)
  report.expect(rehearsal?.checkpoints.length === 0, `${name}: has a backup from before a run that never happened`)
  report.expect((await migrator.fingerprint()) === before, `${name}: changed the real data`)
}

async function runGood(migrator: Migrator, { engine, name }: Migration): Promise<void> {
  const { report } = migrator.testEnv
  const before = await migrator.fingerprint()
  const { deployment, rehearsal } = await migrator.deploy(commandFor(engine, name))
  if (deployment.status !== 'live') counts.good_stopped += 1
  report.expect(deployment.status === 'live', `${name}: ${deployment.status} ${JSON.stringify(deployment.error)}`)
  report.expect(rehearsal?.status === 'passed', `${name}: ${JSON.stringify(rehearsal)}`)
  const [command] = rehearsal?.commands ?? []
  report.expect(command?.exitCode === 0, `${name}: the command ran on the copy`)
  counts.checkpoints += rehearsal?.checkpoints.length ?? 0
  report.expect(rehearsal?.checkpoints.length === 1, `${name}: has a backup from right before the real run`)
  report.expect((await migrator.fingerprint()) !== before, `${name}: did nothing to the real data`)
}
