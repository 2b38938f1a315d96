/** Services of a compose file that are for local development: what they run isn't deployed. */
import { joinPath } from '../formats/repository-path.ts'
import type { Repository } from '../repository.ts'
import type { ComposeService } from './read-service.ts'

const development = /(?:^|[.\-_/])(?:dev|develop|development|local|devcontainer|sail)(?:$|[.\-_/])/i

/** The reason why a built service isn't deployed; null if it is. */
export function reasonOfBuild({ build }: ComposeService, repository: Repository): string | null {
  if (build === null || build.isCode === true) return null
  const instead = 'Longshore deploys what it finds in the repository instead.'
  if (repository.filesBelow(build.context).length === 0)
    return `The directory of its build isn't in the repository. ${instead}`
  const dockerfile = build.dockerfile ?? joinPath(build.context, 'Dockerfile')
  const inside = build.context === '.' ? dockerfile : dockerfile.slice(build.context.length)
  return development.test(inside) ? `Its Dockerfile is for development. ${instead}` : null
}

/**
 * Code in a bare container next to development services, such as a stylesheet watcher: the detectors analyze its folder
 * too.
 */
export function isNextToDevelopment(
  { build }: ComposeService,
  developmentServices: readonly ComposeService[],
): boolean {
  return build?.isCode === true && developmentServices.length > 0
}

/** A user interface for a database. */
export function isViewer(command: string | null): boolean {
  return command !== null && /\b(?:prisma|drizzle-kit) studio\b/.test(command)
}
