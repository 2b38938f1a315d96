/**
 * Generated images compared with a plain Dockerfile of the same starter on the same server: size, cold build, and rebuild after a change
 * of one line.
 *
 * Each image is built twice from nothing, in the order ours, plain, plain, ours, and the faster build counts: the first download of a
 * package and other work on the machine make single builds slower.
 *
 * Bars for every app: smaller, cold at most 1.2 times, rebuild at most 0.7 times. `--careful` compares with a Dockerfile that copies the
 * manifests first; there the rebuild is only shown. The quick form builds two apps and judges sizes.
 *
 * @tier manual
 * @budget 3600
 * @alone
 * @topics next-16 vite-react vue sveltekit-node angular nest express fastify vitepress eleventy mkdocs gin
 * @options --careful
 */
import { analyze } from '@longshore/analyzer'
import { treeOf } from '@longshore/analyzer/tree'
import { loadBaseImages } from '../e2e/fixtures/base-images.ts'
import { startTarget, type Target } from '../e2e/fixtures/target.ts'
import { hasFlag, isChosen, isQuick, namesTopics } from '../e2e/support/command-line.ts'
import { basesOf } from '../e2e/support/generated-dockerfiles/apps.ts'
import { percentile, Report } from '../e2e/support/report.ts'
import { starters } from '../e2e/support/starters/catalog/catalog.ts'
import { adaptBaseImages } from '../e2e/support/starters/machine.ts'
import { prepareStarter } from '../e2e/support/starters/prepare.ts'
import { buildTwice, type Measured } from './builds/on-target.ts'
import { type BuiltApp, builtApps, carefully, changed } from './builds/plain-dockerfiles.ts'

const bars = { cold: 1.2, again: 0.7 }
const isCareful = hasFlag('careful')
const report = new Report('builds')
const apps = builtApps.filter((app) => isChosen(app.name) && (namesTopics || !isQuick || app.isQuick === true))

interface Row {
  readonly name: string
  readonly ours: Measured
  readonly plain: Measured
}

const rows: Row[] = []
{
  await using target = await startTarget({ kind: 'docker28' })
  for (const app of apps) {
    const row = await measure(target, app).catch((error: unknown) => {
      report.expect(false, `${app.name}: ${error instanceof Error ? error.message : error}`)
    })
    if (row !== undefined) rows.push(row)
  }
}
print()
checkTargets()
report.finish()

async function measure(target: Target, app: BuiltApp): Promise<Row> {
  const starter = starters.find((each) => each.name === app.name)
  if (starter === undefined) throw new Error('there is no such starter')
  const files = await prepareStarter(starter)
  const texts = Object.fromEntries(files.map(({ path, content }) => [String(path), content.toString()]))
  const [service] = (await analyze(treeOf(texts))).services
  const text = service?.dockerfile?.text
  if (text == null) throw new Error('the analysis gives no Dockerfile')
  const plain = isCareful ? carefully(app) : app.plain
  const bases = [...basesOf(text), ...basesOf(plain)]
  await loadBaseImages(target, bases)
  await adaptBaseImages(target, bases)
  const job = (kind: string, own: Record<string, string>) => {
    const added = Object.entries(own).map(([path, content]) => ({ path, content }))
    const rest = files.filter(({ path }) => !(String(path) in own))
    const [first, second] = [rest, changed(app, rest)].map((each) => [...each, ...added])
    return {
      folder: `/root/${app.name}-${kind}`,
      tag: `bench/${app.name}:${kind}`,
      first: first ?? [],
      second: second ?? [],
    }
  }
  const ignore = service?.dockerfile?.ignore ?? ''
  const jobs = {
    ours: job('ours', { Dockerfile: text, '.dockerignore': ignore }),
    plain: job('plain', { Dockerfile: plain }),
  }
  const first = { ours: await buildTwice(target, jobs.ours), plain: await buildTwice(target, jobs.plain) }
  const second = { plain: await buildTwice(target, jobs.plain), ours: await buildTwice(target, jobs.ours) }
  const row = {
    name: app.name,
    ours: faster(first.ours, second.ours),
    plain: faster(first.plain, second.plain),
  }
  console.error(`  ${app.name}: ${JSON.stringify(row)}`)
  return row
}

function faster(one: Measured, other: Measured): Measured {
  return {
    bytes: one.bytes,
    coldMs: Math.min(one.coldMs, other.coldMs),
    againMs: Math.min(one.againMs, other.againMs),
  }
}

function checkTargets(): void {
  const cold = rows.map(({ ours, plain }) => ours.coldMs / plain.coldMs)
  const again = rows.map(({ ours, plain }) => ours.againMs / plain.againMs)
  report.figure('apps', rows.length)
  report.figure('smaller', rows.filter(({ ours, plain }) => ours.bytes < plain.bytes).length)
  report.figure('coldTimes', percentile(cold, 0.5).toFixed(2))
  report.figure('coldWorst', Math.max(...cold).toFixed(2))
  report.figure('againTimes', percentile(again, 0.5).toFixed(2))
  report.figure('againWorst', Math.max(...again).toFixed(2))
  report.expect(rows.length === apps.length, `${rows.length} of ${apps.length} apps were built`)
  for (const { name, ours, plain } of rows) {
    report.expect(ours.bytes < plain.bytes, `${name}: ours has ${ours.bytes} bytes, the plain image ${plain.bytes}`)
    const [slower, slowerAgain] = [ours.coldMs / plain.coldMs, ours.againMs / plain.againMs]
    report.expectTime(slower <= bars.cold, `${name}: cold takes ${slower.toFixed(2)} times, expected ${bars.cold}`)
    if (isCareful) continue
    report.expectTime(
      slowerAgain <= bars.again,
      `${name}: again takes ${slowerAgain.toFixed(2)} times, expected ${bars.again}`,
    )
  }
}

function print(): void {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0)
  const line = (...cells: string[]) =>
    console.log(`  ${cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(10))).join('')}`)
  line('app', 'size MB', 'plain', 'cold s', 'plain', 'again s', 'plain')
  for (const { name, ours, plain } of rows)
    line(
      name,
      ...[megabytes(ours.bytes), megabytes(plain.bytes), seconds(ours.coldMs), seconds(plain.coldMs)],
      ...[seconds(ours.againMs), seconds(plain.againMs)],
    )
}
