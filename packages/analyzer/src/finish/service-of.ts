import type { Claim } from '../claim.ts'
import type { Draft } from '../draft.ts'
import type { Findings, Scope } from '../findings.ts'
import { renderDockerfile } from '../images/render-dockerfile.ts'
import type { AnalyzedService, Evidence } from '../report.schemas.ts'
import { watchPathsOf } from './watch-paths.ts'

const maxEvidence = 60
const maxDockerfile = 64_000

/** In the order in which a person wants to read the evidence. */
const fields = [
  'kind', 'language', 'framework', 'version', 'packageManager', 'builder', 'image', 'dockerfile', 'installCommand', 'buildCommand',
  'startCommand', 'releaseCommand', 'schedule', 'outputDirectory', 'port', 'healthCheck',
] as const // biome-ignore format: one list

export async function serviceOf(scope: Scope, findings: Findings, draft: Draft): Promise<AnalyzedService> {
  const dockerfile = draft.dockerfile ?? generatedDockerfile(draft)
  const whole = { ...draft, dockerfile }
  const watch = draft.watchPaths ?? watchPathsOf(scope, findings, whole)
  return {
    name: draft.name,
    kind: draft.kind.value,
    rootDirectory: draft.rootDirectory,
    language: short(draft.language),
    framework: short(draft.framework),
    version: short(draft.version),
    packageManager: short(draft.packageManager),
    builder: draft.builder.value,
    image: draft.image?.value.slice(0, 500) ?? null,
    dockerfile: dockerfile?.value ?? null,
    sharesImageWith: draft.sharesImageWith,
    installCommand: command(draft.installCommand),
    buildCommand: command(draft.buildCommand),
    startCommand: command(draft.startCommand),
    releaseCommand: command(draft.releaseCommand),
    schedule: short(draft.schedule),
    outputDirectory: draft.outputDirectory?.value ?? null,
    port: draft.port?.value ?? null,
    healthCheck: draft.healthCheck?.value ?? null,
    volumes: draft.volumes.map((one) => one.value).slice(0, 50),
    aliases: draft.aliases.map((one) => one.value).slice(0, 20),
    dependsOn: [...new Set(draft.dependsOn.map((one) => one.value))].slice(0, 50),
    watchPaths: [...watch.value].slice(0, 100),
    confidence: confidenceOf(draft),
    evidence: evidenceOf(whole),
  }
}

function generatedDockerfile(draft: Draft): Draft['dockerfile'] {
  const plan = draft.app?.image ?? null
  if (plan === null || draft.app === null || draft.image !== null || draft.sharesImageWith !== null) return null
  const text = renderDockerfile(plan)
  if (text.length > maxDockerfile) return null
  const path = draft.rootDirectory === '.' ? 'Dockerfile' : `${draft.rootDirectory}/Dockerfile`
  const value = { source: 'generated' as const, path, context: plan.context, target: null, text }
  return { value, confidence: draft.app.language.confidence, sources: draft.app.language.sources.slice(0, 1) }
}

function evidenceOf(draft: Draft): Evidence[] {
  const lists: [string, readonly Claim<unknown>[]][] = [
    ...fields.map((field): [string, Claim<unknown>[]] => [field, draft[field] === null ? [] : [draft[field]]]),
    ['volumes', draft.volumes],
    ['aliases', draft.aliases],
    ['dependsOn', draft.dependsOn],
  ]
  const all = lists.map(([name, claims]) =>
    claims.flatMap((one) => one.sources.map((place) => ({ claim: name, ...place, what: place.what.slice(0, 300) }))),
  )
  // The first of each before the second of any: no field goes without when there are too many.
  const firsts = all.flatMap((list) => list.slice(0, 1))
  const rest = all.flatMap((list) => list.slice(1)).slice(0, Math.max(0, maxEvidence - firsts.length))
  const kept = new Set<Evidence>([...firsts, ...rest])
  return all.flat().filter((one) => kept.has(one))
}

/** How sure the answers are that make it run: what it is, how it starts, where it listens. */
function confidenceOf(draft: Draft): number {
  const main = [
    draft.language,
    draft.framework,
    draft.startCommand ?? draft.outputDirectory,
    draft.port,
    draft.dockerfile ?? draft.image,
  ]
  const known = main.filter((one) => one !== null)
  if (known.length === 0) return 0.3
  const mean = known.reduce((sum, one) => sum + one.confidence, 0) / known.length
  const runs =
    draft.startCommand !== null || draft.outputDirectory !== null || draft.dockerfile !== null || draft.image !== null
  return Math.round(mean * (runs ? 1 : 0.5) * 100) / 100
}

function short(field: Claim<string> | null): string | null {
  return field?.value.slice(0, 200) ?? null
}

/** One that does not fit is no command any more when it is cut. */
function command(field: Claim<string> | null): string | null {
  return field === null || field.value === '' || field.value.length > 2_000 ? null : field.value
}
