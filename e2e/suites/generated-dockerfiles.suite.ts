/**
 * Generated Dockerfiles are built and run on a real server: unprivileged, healthy over HTTP, stopped by SIGTERM; sizes and
 * build times next to a plain Dockerfile.
 *
 * The quick form builds and runs two of the apps.
 *
 * @tier all
 * @budget 600
 * @topics express go static fastify vite fastapi flask mkdocs bun deno rust java ruby
 */
import { analyze } from '@longshore/analyzer'
import { treeOf } from '@longshore/analyzer/tree'
import { loadBaseImages } from '../fixtures/base-images.ts'
import { startTarget, type Target } from '../fixtures/target.ts'
import { isChosen, isQuick, namesTopics } from '../support/command-line.ts'
import { basesOf, readApp, type SampleApp, sampleApps, touch } from '../support/generated-dockerfiles/apps.ts'
import {
  build,
  forgetBuilds,
  graceSeconds,
  putFiles,
  runOnce,
  sizeOf,
} from '../support/generated-dockerfiles/on-target.ts'
import { Report } from '../support/report.ts'

const report = new Report('generated-dockerfiles')
const apps = sampleApps.filter((app) => isChosen(app.name) && (namesTopics || !isQuick || app.isQuick))

interface Generated {
  readonly app: SampleApp
  readonly files: Record<string, string>
  readonly port: number
  readonly text: string
  readonly ignore: string
}

interface Row {
  readonly name: string
  readonly generated: Measured
  readonly plain: Measured
}

interface Measured {
  readonly bytes: number
  readonly coldMs: number
  readonly againMs: number
}

const rows: Row[] = []
let ran = 0
const started = performance.now()
const generated = (await Promise.all(apps.map(generate))).filter((one) => one !== null)
{
  await using target = await startTarget({ kind: 'docker28' })
  report.figure('targetSeconds', secondsSince(started))
  const loading = performance.now()
  const bases = generated.flatMap(({ app, text }) => [...basesOf(text), ...(isQuick ? [] : basesOf(app.plain))])
  await loadBaseImages(target, bases)
  report.figure('imagesSeconds', secondsSince(loading))
  for (const one of generated) {
    try {
      if (isQuick || one.app.isOnlyRun === true) await buildOnce(target, one)
      else rows.push(await measure(target, one))
      await tryRun(target, one)
      ran += 1
    } catch (error) {
      report.expect(false, `${one.app.name}: ${error instanceof Error ? error.message : error}`)
    }
  }
}
report.figure('apps', ran)
if (!isQuick) {
  print(rows)
  report.figure('smaller', rows.filter((row) => row.generated.bytes < row.plain.bytes).length)
  report.figure('fasterAgain', rows.filter((row) => row.generated.againMs < row.plain.againMs).length)
}
report.expect(ran === apps.length, `${ran} of ${apps.length} apps were built and run`)
report.finish()

async function generate(app: SampleApp): Promise<Generated | null> {
  const files = await readApp(app.name)
  const [service] = (await analyze(treeOf(files))).services
  const { dockerfile } = service ?? {}
  const port = service?.port ?? app.port
  if (dockerfile?.source !== 'generated' || dockerfile.text === null || port == null) {
    report.expect(false, `${app.name}: the analysis gives no Dockerfile or no port`)
    return null
  }
  report.expect(!/^#\s*syntax=/m.test(dockerfile.text), `${app.name}: needs no frontend from a registry`)
  report.expect(dockerfile.experimental === false, `${app.name}: is built here, so it isn't labeled experimental`)
  return { app, files, port, text: dockerfile.text, ignore: dockerfile.ignore ?? '' }
}

async function measure(target: Target, one: Generated): Promise<Row> {
  const { app, files } = one
  const own = await buildTwice(target, generatedJob(one))
  const plain = await buildTwice(target, {
    folder: `/root/apps/${app.name}-plain`,
    tag: `sample/${app.name}:plain`,
    files: { ...files, Dockerfile: app.plain },
    app,
  })
  return { name: app.name, generated: own, plain }
}

async function buildOnce(target: Target, one: Generated): Promise<void> {
  const { folder, tag, files } = generatedJob(one)
  await putFiles(target, folder, files)
  await build(target, folder, tag)
}

function generatedJob({ app, files, text, ignore }: Generated): Job {
  return {
    folder: `/root/apps/${app.name}`,
    tag: `sample/${app.name}:generated`,
    files: { ...files, Dockerfile: text, '.dockerignore': ignore },
    app,
  }
}

async function tryRun(target: Target, one: Generated): Promise<void> {
  const { app, port } = one
  const run = await runOnce(target, generatedJob(one).tag, port)
  const { name } = app
  report.expect(
    run.answer?.includes(app.answer) === true,
    `${name}: GET / on port ${port} answers "${app.answer}", not ${JSON.stringify(run.answer)}\n${run.log}`,
  )
  report.expect(run.userId > 0, `${name}: the process is not root, but user ${run.userId}`)
  report.expect(
    run.exitCode === 0 || run.exitCode === 143,
    `${name}: SIGTERM ends it with 0 or 143, not ${run.exitCode}`,
  )
  report.expectTime(
    run.stopMs < graceSeconds * 1_000,
    `${name}: it ends within ${graceSeconds} s, not ${Math.round(run.stopMs)} ms`,
  )
}

interface Job {
  readonly folder: string
  readonly tag: string
  readonly files: Record<string, string>
  readonly app: SampleApp
}

/** Builds from scratch, then after a change of one source file. */
async function buildTwice(target: Target, { folder, tag, files, app }: Job): Promise<Measured> {
  await forgetBuilds(target)
  await putFiles(target, folder, files)
  const coldMs = await build(target, folder, tag)
  await putFiles(target, folder, { ...files, [app.source]: touch(app.source, files[app.source] ?? '') })
  const againMs = await build(target, folder, tag)
  return { bytes: await sizeOf(target, tag), coldMs, againMs }
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1)
}

function print(all: readonly Row[]): void {
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0)
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const line = (...cells: string[]) =>
    console.log(`  ${cells.map((cell, index) => (index === 0 ? cell.padEnd(10) : cell.padStart(14))).join('')}`)
  line('app', 'size MB', 'plain', 'cold s', 'plain', 'again s', 'plain')
  for (const { name, generated: own, plain } of all) {
    line(
      name,
      megabytes(own.bytes),
      megabytes(plain.bytes),
      seconds(own.coldMs),
      seconds(plain.coldMs),
      seconds(own.againMs),
      seconds(plain.againMs),
    )
  }
}
