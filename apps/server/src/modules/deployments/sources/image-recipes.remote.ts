/** Decides how to build the image of each service: the context folder and the text of the Dockerfile. */
import type { AnalyzedService, Report } from '@longshore/analyzer/report'
import type { SourceEntry } from '@longshore/source/git'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { DesiredService } from '../../workloads/worker.ts'
import type { ImageBuild } from '../deployment-plan.schemas.ts'
import { withRuntimeVersion } from './dockerfile-text.remote.ts'

export type ServiceToBuild = DesiredService & {
  configuration: { source: NonNullable<DesiredService['configuration']['source']> }
}

export type Recipe = Pick<ImageBuild, 'context' | 'dockerfile' | 'target'>

export function isBuilt(service: DesiredService): service is ServiceToBuild {
  const { source, sharesImageWith } = service.configuration
  return source !== null && source.builder !== 'image' && sharesImageWith === null
}

/** Returns true when the analysis decides how it is built. */
export function isGuessed({ configuration: { source } }: ServiceToBuild): boolean {
  return source.builder === 'auto' || source.builder === 'static'
}

/** Returns true when the configuration differs from what the analysis would choose. */
export function needsOverlay(service: ServiceToBuild, report: Report): boolean {
  const { source } = service.configuration
  if (source.builder !== 'auto' && source.builder !== 'static') return false
  const found = findAnalyzed(service, report)
  if (found === undefined) return true
  const differs = (wanted: string | null, detected: string | null) => wanted !== null && wanted !== detected
  return (
    differs(source.installCommand, found.installCommand) ||
    differs(source.buildCommand, found.buildCommand) ||
    tidy(source.rootDirectory) !== tidy(found.rootDirectory) ||
    (source.builder === 'static' &&
      (found.kind !== 'static' || tidy(source.outputDirectory) !== tidy(found.outputDirectory ?? '.')))
  )
}

export function recipeOf(service: ServiceToBuild, report: Report | null, entries: readonly SourceEntry[]): Recipe {
  const { source } = service.configuration
  if (source.builder === 'dockerfile') {
    const path = tidy(source.dockerfile)
    requireFile(path, entries)
    return { context: tidy(source.context), dockerfile: { path }, target: source.target }
  }
  const found = report === null ? undefined : findAnalyzed(service, report)
  const dockerfile = found?.dockerfile ?? null
  if (dockerfile === null) throw undetected(service)
  if (dockerfile.text !== null) {
    const { ignore = '' } = dockerfile
    const version = 'runtimeVersion' in source ? (source.runtimeVersion ?? null) : null
    const text = version === null ? dockerfile.text : withRuntimeVersion(dockerfile.text, version)
    return { context: tidy(dockerfile.context), dockerfile: { text, ignore }, target: null }
  }
  const path = tidy(dockerfile.path)
  requireFile(path, entries)
  return { context: tidy(dockerfile.context), dockerfile: { path }, target: dockerfile.target }
}

function findAnalyzed(service: DesiredService, { services }: Report): AnalyzedService | undefined {
  return services.find(({ name }) => name === service.name)
}

/** A symbolic link would be followed on this machine, wherever it points. */
function requireFile(path: string, entries: readonly SourceEntry[]): void {
  const entry = entries.find((each) => each.path === path)
  if (entry?.kind === 'file') return
  throw new PermanentError('dockerfile_not_found', `This commit has no file ${path}.`, {
    hint:
      entry?.kind === 'link'
        ? "It's a link in this commit. A Dockerfile must be a regular file."
        : "Push the Dockerfile, or change its path in the service's source.",
  })
}

function undetected({ name }: DesiredService): PermanentError {
  return new PermanentError('nothing_to_build', `Longshore can't tell from the repository how to build ${name}.`, {
    hint: "Add a Dockerfile, or set the directory and build command in the service's source.",
  })
}

export function tidy(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}
