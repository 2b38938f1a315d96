/** Deploys each program that the suite can run, one after another on one server. */
import { catalogPrograms } from '../../fixtures/catalog-programs.ts'
import { isQuick } from '../../support/command-line.ts'
import type { Report } from '../../support/report.ts'
import { runTopic } from '../../support/run-topics.ts'
import type { AppCheck } from './app-check.ts'
import { appChecks } from './apps.ts'
import { type Outcome, proveApp } from './prove-app.ts'
import { openScene } from './scene.ts'

const quickApps: ReadonlySet<string> = new Set(['node-red', 'miniflux'])

export async function proveApps(report: Report, only: string | undefined): Promise<void> {
  const chosen = appChecks.filter(({ template }) => {
    if (only !== undefined) return only.split(',').includes(template)
    return !isQuick || quickApps.has(template)
  })
  if (!report.expect(chosen.length > 0, `no template ${only} can run here`)) return
  await using scene = await openScene(
    report,
    chosen.map(({ template }) => template),
  )
  const outcomes: Outcome[] = []
  for (const check of chosen)
    await runTopic(scene.testEnv, check.template, async () => {
      const program = catalogPrograms.find(({ template }) => template === check.template)
      if (program === undefined) throw new Error(`no program runs ${check.template}`)
      const outcome = await proveApp(scene, check, program)
      outcomes.push(outcome)
      show(check, outcome)
    })
  for (const key of ['deployed', 'restored', 'updated', 'rolledBack', 'removed'] as const)
    report.figure(key === 'rolledBack' ? 'rolled_back' : key, outcomes.filter((each) => each[key]).length)
}

function show({ template }: AppCheck, outcome: Outcome): void {
  const { failedRequests, downtimeMs, slowestMs, seconds, ...parts } = outcome
  const done = Object.entries(parts).map(([key, value]) => `${key}=${value}`)
  const facts = [
    `failed=${failedRequests}`,
    `downtimeMs=${downtimeMs}`,
    `slowestMs=${slowestMs}`,
    `seconds=${seconds.toFixed(0)}`,
  ]
  console.log(`  ${template.padEnd(20)} ${[...done, ...facts].join(' ')}`)
}
