/**
 * Services that run once before others start, such as migrations. They become the release command of the services that
 * wait for them.
 */
import type { AppWarning } from '../app.ts'
import { warn } from './compose-warning.ts'
import type { ComposeService } from './read-service.ts'

export interface FoldedRuns {
  readonly services: readonly ComposeService[]
  releaseOf(service: ComposeService): { releaseCommand: string } | Record<string, never>
}

export function foldRuns(services: readonly ComposeService[], warnings: AppWarning[], file: string): FoldedRuns {
  const awaited = new Set(
    services.flatMap((one) => one.dependsOn.flatMap(({ name, isCompletion }) => (isCompletion ? [name] : []))),
  )
  const runs = services.filter((one) => awaited.has(one.name))
  const kept = services.filter((one) => !awaited.has(one.name))
  const commands = new Map<string, string>()
  for (const run of runs) {
    // Only the image that contains the command can run it.
    const owner = kept.find((one) => waitsFor(one, run.name) && hasSameImage(one, run)) ?? null
    if (owner !== null && run.command !== null && !commands.has(owner.name)) commands.set(owner.name, run.command)
    else {
      const instead = 'Set the command as the release command of a service with the same image.'
      warnings.push(
        warn('compose_service_left_out', `service ${run.name} runs once, so Longshore doesn't deploy it.`, {
          file,
          line: run.line,
          instead,
        }),
      )
    }
  }
  return {
    services: kept,
    releaseOf(service) {
      const releaseCommand = commands.get(service.name)
      return releaseCommand === undefined ? {} : { releaseCommand }
    },
  }
}

function waitsFor(service: ComposeService, name: string): boolean {
  return service.dependsOn.some((one) => one.name === name && one.isCompletion)
}

function hasSameImage(a: ComposeService, b: ComposeService): boolean {
  if (a.build === null || b.build === null) return a.build === b.build && a.image === b.image
  return a.build.context === b.build.context && a.build.dockerfile === b.build.dockerfile
}
