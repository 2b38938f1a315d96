/**
 * Compose projects that already run on a server are taken over with equal data, and given back, although the worker is
 * killed. The old stack serves until the new one does, and returns if the new one doesn't.
 *
 * The quick form adopts three projects. --only=NAME,NAME adopts these.
 *
 * @tier all
 * @budget 600
 * @topics refused shapes kills
 * @options --only=PROJECTS
 */
import { loadCompose } from '../fixtures/compose-plugin.ts'
import { isChosen, isQuick, option } from '../support/command-line.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { inParallel } from '../support/in-parallel.ts'
import { createArms, killableWorker } from '../support/recovery-test-env.ts'
import { percentile, Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { allPoints, quickPoints, surviveKills } from './adopt/kills.ts'
import { projects, type StackProject } from './adopt/projects.ts'
import { adoptProject, refuseAll } from './adopt/shapes.ts'
import { openScene } from './adopt/stack.ts'

const only = option('only')?.split(',')
const chosen = projects.filter(({ name }, index) => only?.includes(name) ?? (!isQuick || index < 3))
const report = new Report('adopt')
{
  await using testEnv = await startDeployTestEnv({
    report,
    prepare: loadCompose,
    baseImages: ['node:24-slim', 'postgres:17', 'mariadb:11.4', 'redis:7', 'caddy:2'],
    instance: { workerMain: killableWorker, prepare: createArms, environment: { SERVER_DISK_RESERVE_BYTES: '0' } },
  })
  await using scene = openScene(testEnv)
  if (isChosen('refused')) await runTopic(testEnv, 'refused', () => refuseAll(scene))
  if (isChosen('shapes')) {
    const adoptOne = (project: StackProject) =>
      runTopic(testEnv, project.name, () => adoptProject(scene, project, { isTwice: project.name === 'shop' }))
    // A stack with a proxy of its own gets the ports back only if nothing else needs them.
    for (const project of chosen.filter(({ port }) => port === 80)) await adoptOne(project)
    const others = chosen.filter(({ port }) => port !== 80)
    await inParallel(others, 3, adoptOne)
  }
  if (isChosen('kills')) await runTopic(testEnv, 'kills', () => surviveKills(scene, isQuick ? quickPoints : allPoints))
  const { adopted, hashEqual, undone, kills, downtimesMs } = scene.tally
  report.figure('adopted', adopted)
  report.figure('hash_equal', hashEqual)
  report.figure('undone', undone)
  report.figure('kills', kills)
  report.figure('downtime_ms_p50', percentile(downtimesMs, 0.5))
  report.figure('downtime_ms_max', Math.max(0, ...downtimesMs))
}
report.figure('quick', isQuick)
report.finish()
