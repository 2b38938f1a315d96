import type { App, AppProcess } from '../app.ts'
import type { Claim } from '../claim.ts'
import { httpCheck } from '../health-check.ts'
import { isBuiltStack } from '../images/built-stacks.ts'
import { renderDockerfile } from '../images/render-dockerfile.ts'
import { renderDockerignore } from '../images/render-dockerignore.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import { nameFor } from '../service-names.ts'
import { evidenceOf } from './evidence-of.ts'

const maxDockerfile = 64_000

/** One service per process; those of one app share the image of the first. */
export function servicesOf(apps: readonly App[]): AnalyzedService[] {
  const taken = new Set<string>()
  return apps.flatMap((app) => {
    const base = nameFor(baseName(app, apps.length), taken, app.root)
    return app.processes.map((process, index) => {
      const name = index === 0 ? base : nameFor(`${base}-${process.name}`, taken, app.root)
      return serviceOf(app, process, { name, sharesImageWith: index === 0 ? null : base })
    })
  })
}

/** In a repository with several apps, the folder name is more meaningful than the manifest's. */
function baseName(app: App, count: number): string {
  const folder = app.root === '.' ? null : app.root.slice(app.root.lastIndexOf('/') + 1)
  const own = app.name?.replace(/^@[^/]*\//, '') ?? null
  return (count > 1 ? (folder ?? own) : (own ?? folder)) ?? app.processes[0]?.name ?? 'web'
}

function serviceOf(
  app: App,
  process: AppProcess,
  { name, sharesImageWith }: Pick<AnalyzedService, 'name' | 'sharesImageWith'>,
): AnalyzedService {
  const isStatic = process.kind === 'static'
  const isFirst = sharesImageWith === null
  return {
    name,
    kind: process.kind,
    rootDirectory: app.root,
    language: short(app.language),
    framework: short(app.framework),
    version: short(app.version),
    packageManager: short(app.packageManager),
    builder: isStatic ? 'static' : 'auto',
    image: null,
    dockerfile: isFirst ? generatedDockerfile(app) : null,
    sharesImageWith,
    installCommand: command(app.installCommand),
    buildCommand: command(app.buildCommand),
    startCommand: command(process.startCommand),
    startArguments: null,
    releaseCommand: isFirst ? command(app.releaseCommand) : null,
    schedule: short(process.schedule),
    outputDirectory: isStatic ? (app.outputDirectory?.value ?? null) : null,
    port: process.port?.value ?? null,
    healthCheck: process.healthPath === null ? null : httpCheck(short(process.healthPath)),
    volumes: [],
    container: null,
    resources: null,
    replicas: null,
    drainSeconds: null,
    files: [],
    aliases: [],
    dependsOn: [],
    watchPaths: [],
    confidence: confidenceOf(app, process),
    evidence: evidenceOf(app, process, isFirst),
  }
}

function generatedDockerfile(app: App): AnalyzedService['dockerfile'] {
  if (app.image === null) return null
  const text = renderDockerfile(app.image)
  if (text.length > maxDockerfile) return null
  const path = app.root === '.' ? 'Dockerfile' : `${app.root}/Dockerfile`
  return {
    source: 'generated',
    path,
    context: app.image.context,
    target: null,
    text,
    ignore: renderDockerignore(app.image).slice(0, 16_000),
    experimental: !isBuiltStack(runtimeOf(app), app.framework?.value ?? null),
  }
}

/** Bun runs Node.js packages in its own images. */
function runtimeOf({ image, language }: App): string {
  return image?.stages.at(-1)?.from.startsWith('oven/bun:') === true ? 'bun' : language.value
}

/** Confidence of the facts that make it run: what it is, how it starts, where it listens. */
function confidenceOf(app: App, process: AppProcess): number {
  const runs = process.startCommand ?? (process.kind === 'static' ? app.outputDirectory : null)
  const known = [app.language, app.framework, runs, process.port].filter((one) => one !== null)
  const mean = known.reduce((sum, one) => sum + one.confidence, 0) / known.length
  return Math.round(mean * (runs === null ? 0.5 : 1) * 100) / 100
}

function short(field: Claim<string> | null): string | null {
  return field?.value.slice(0, 200) ?? null
}

/** A truncated command would no longer be valid. */
function command(field: Claim<string> | null): string | null {
  return field === null || field.value === '' || field.value.length > 2_000 ? null : field.value
}
