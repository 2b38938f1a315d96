/** Merges stated over detected values: stated fields win; language, framework, and the rest come from the folder. */

import { emptyService } from './empty-service.ts'
import { restateCommands } from './images/restate-commands.ts'
import type { Reading, StatedService } from './reading.ts'
import type { AnalyzedService } from './report.schemas.ts'

export function applyReading(reading: Reading, detected: readonly AnalyzedService[]): AnalyzedService[] {
  if (reading.services.length === 0) return [...detected]
  const stated = reading.services.map((service) => merge(service, detected))
  if (reading.isComplete) return stated
  const covered = new Set(reading.services.flatMap((service) => (service.image == null ? [service.rootDirectory] : [])))
  const names = new Set(stated.map((service) => service.name))
  const left = detected.filter((service) => !isCovered(service.rootDirectory, covered) && !names.has(service.name))
  return [...stated, ...left]
}

function isCovered(root: string, covered: ReadonlySet<string>): boolean {
  if (covered.has('.')) return true
  return [...covered].some((folder) => root === folder || root.startsWith(`${folder}/`))
}

function merge(stated: StatedService, detected: readonly AnalyzedService[]): AnalyzedService {
  const base = stated.image == null ? findBase(stated, detected) : undefined
  const { isKindGuessed, ...fields } = stated
  const isOpen = isKindGuessed === true && !statesStart(stated) && base !== undefined
  const kind = isOpen ? base.kind : (stated.kind ?? base?.kind ?? 'web')
  const inner = base === undefined && stated.image == null ? languageBelow(stated, detected) : null
  const merged: AnalyzedService = {
    ...emptyService,
    ...withoutProcess(base, kind),
    ...inner?.fields,
    ...definedOf(fields),
    kind,
  }
  const kept = (base?.evidence ?? inner?.evidence ?? []).filter(
    (one) => !stated.evidence.some((own) => own.claim === one.claim),
  )
  return {
    ...merged,
    dockerfile: restated(merged, base),
    confidence: Math.max(base?.confidence ?? 0, 0.95),
    evidence: [...stated.evidence, ...stillOwed(stated), ...kept].slice(0, 60),
  }
}

function statesStart({ startCommand, startArguments, container }: StatedService): boolean {
  return startCommand !== undefined || startArguments !== undefined || container?.entrypoint != null
}

/** A generated Dockerfile runs the stated commands. */
function restated({ dockerfile, ...stated }: AnalyzedService, base: AnalyzedService | undefined) {
  if (dockerfile?.source !== 'generated' || dockerfile.text === null || base?.dockerfile !== dockerfile)
    return dockerfile
  const text = restateCommands(dockerfile.text, {
    install: { detected: base.installCommand, stated: stated.installCommand },
    build: { detected: base.buildCommand, stated: stated.buildCommand },
  })
  return { ...dockerfile, text }
}

const owed = [
  'kind',
  'builder',
  'image',
  'dockerfile',
  'sharesImageWith',
  'releaseCommand',
  'schedule',
  'outputDirectory',
] as const

/** Evidence without its own line gets the location of the service. */
function stillOwed(stated: StatedService): AnalyzedService['evidence'] {
  const [place] = stated.evidence
  const missing = owed.filter((claim) => stated[claim] != null && !stated.evidence.some((one) => one.claim === claim))
  return place === undefined ? [] : missing.map((claim) => ({ ...place, claim }))
}

/** The detected service of the same folder: the one of the same name, of the same kind, else the first. */
function findBase(stated: StatedService, detected: readonly AnalyzedService[]): AnalyzedService | undefined {
  const here = detected.filter((service) => service.rootDirectory === stated.rootDirectory)
  const byName = here.find((service) => service.name === stated.name)
  return byName ?? here.find((service) => service.kind === stated.kind) ?? here[0]
}

/** A Dockerfile around a monorepo builds one of its apps: the only server, or the one with the matching name. */
function languageBelow(stated: StatedService, detected: readonly AnalyzedService[]) {
  const isBelow = ({ rootDirectory: root }: AnalyzedService) =>
    stated.rootDirectory === '.' || root.startsWith(`${stated.rootDirectory}/`)
  const below = detected.filter((one) => isBelow(one) && one.sharesImageWith === null)
  const servers = below.filter(({ kind }) => kind === 'web' || kind === 'static')
  const called =
    below.find(({ name }) => name === stated.name) ?? servers.find(({ name }) => /^(?:web|app)$/.test(name))
  const found = called ?? (servers.length === 1 ? servers[0] : undefined)
  if (found === undefined) return null
  const { language, framework, version, packageManager } = found
  const claims = new Set(['language', 'framework', 'version', 'packageManager'])
  return {
    fields: { language, framework, version, packageManager },
    evidence: found.evidence.filter(({ claim }) => claims.has(claim)),
  }
}

/** A worker doesn't inherit the port and path of the web process of its folder. */
function withoutProcess(base: AnalyzedService | undefined, kind: AnalyzedService['kind']): Partial<AnalyzedService> {
  if (base === undefined) return {}
  const own = { ...base, aliases: [], dependsOn: [], sharesImageWith: null }
  return kind === base.kind ? own : { ...own, port: null, healthCheck: null, startCommand: null, schedule: null }
}

function definedOf(fields: Partial<AnalyzedService>): Partial<AnalyzedService> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
