/**
 * Every kind of damage to a stored backup is caught by verification, good backups pass, and interrupted backups leave nothing
 * behind.
 *
 * --quick: each kind once and three good ones. Full: 200 corruptions drawn by a seed, 100 good ones; --from=N continues with
 * the N-th.
 *
 * @tier all
 * @budget 200
 * @topics archives interruptions
 * @options --seed=N --from=N --corruptions=N --good=N --rounds=N
 */
import { startBackupTestEnv } from '../support/backup-test-env.ts'
import { isChosen, isQuick, numberOption } from '../support/command-line.ts'
import { openDataTestEnv } from '../support/data-test-env.ts'
import { createArms, killableWorker } from '../support/recovery-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { corrupt, kindNames, prepare, proveGood, type Tally } from './corruptions/archives.ts'
import { interruptBackups, seedNoise } from './corruptions/interruptions.ts'

const report = new Report('corruptions')
const seed = report.seed()
const from = numberOption('from', 0)
const corruptions = numberOption('corruptions', isQuick ? kindNames.length : 200)
const good = numberOption('good', isQuick ? 3 : 100)
if (isChosen('archives')) {
  await using data = await openDataTestEnv({ kinds: ['postgres'] })
  const tally: Tally = { data, report, caught: 0, good: 0, kinds: new Map() }
  await runTopic({ report, instance: data.testEnv.instance }, 'archives', async () => {
    const scene = await prepare(tally, seed)
    for (let round = from; round < corruptions; round += 1) {
      const kind = kindNames[round % kindNames.length] ?? ''
      console.error(`  ${round}: ${kind}`)
      await corrupt(tally, scene, kind)
    }
    for (let round = 0; round < good; round += 1) await proveGood(tally, scene, round)
  })
  report.expect(tally.caught === corruptions - from, `${tally.caught} of ${corruptions - from} were caught`)
  report.expect(tally.good === good, `${tally.good} of ${good} good ones passed`)
  report.figure('kinds', tally.kinds.size)
  report.figure('corruptions', corruptions - from)
  report.figure('caught', tally.caught)
  report.figure('good', good)
  report.figure('false_alarms', good - tally.good)
}
if (isChosen('interruptions')) {
  const instance = { workerMain: killableWorker, prepare: createArms }
  // Backups never expire here, so every change in the storage comes from the interruptions.
  await using testEnv = await startBackupTestEnv({ report, instance, config: { retention: { keepLast: 365 } } })
  await seedNoise(testEnv)
  await runTopic(testEnv, 'interruptions', () => interruptBackups(testEnv))
}
report.finish()
