/**
 * Runs a program of a service of the live release: a job, or a command that a run starts. A program that was already
 * started is adopted.
 */
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { cronContainer } from '../containers/app-container.remote.ts'
import { openEnvironmentSecrets } from '../containers/environment-secrets.remote.ts'
import type { EnvironmentWork } from '../environment-work.context.ts'
import { openLiveService } from '../live-service.remote.ts'
import type { FrozenService } from '../release.schemas.ts'
import type { ProgramContext } from './program-ports.context.ts'
import type { ProgramOutcome } from './programs.schemas.ts'
import { type Program, runProgram } from './run-program.remote.ts'

export interface LiveProgram {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly isWanted: (service: FrozenService) => boolean
  /** Null for the service's own command. */
  readonly command: readonly string[] | null
  readonly step: string
  readonly limitMs: number
}

export interface LiveProgramEnd {
  readonly service: string
  readonly outcome: ProgramOutcome
}

/** Returns null when nothing is live, or the release has no such service with an image. */
export async function runInLiveRelease(
  work: EnvironmentWork,
  context: ProgramContext,
  wanted: LiveProgram,
): Promise<LiveProgramEnd | null> {
  const { organizationId, step, limitMs } = wanted
  const place = (await findBegun(work, context, wanted)) ?? (await findNew(work, context, wanted))
  if (place === null) return null
  const outcome = await runProgram(work, context, { organizationId, step, limitMs, ...place })
  return { service: place.service, outcome }
}

type Found = Omit<Program, 'organizationId' | 'step' | 'limitMs'>

/** Finds the program where it was started, whatever is live now. */
async function findBegun(
  work: EnvironmentWork,
  { run }: ProgramContext,
  { organizationId, environmentId }: LiveProgram,
): Promise<Found | null> {
  const [begun] = await work.programs.list(organizationId, run)
  if (begun === undefined) return null
  const { container, serverId, deploymentId, service } = begun
  const secrets = await openEnvironmentSecrets(work, organizationId, { environmentId, deploymentId })
  return { container, serverId, deploymentId, service, secrets, spec: null }
}

async function findNew(work: EnvironmentWork, { run }: ProgramContext, wanted: LiveProgram): Promise<Found | null> {
  const live = await openLiveService(work, wanted, wanted.isWanted)
  if (typeof live === 'string') return null
  const { serverId, secrets, options } = live
  const own = cronContainer(options, run.id)
  const spec: ContainerSpec = wanted.command === null ? own : { ...own, command: [...wanted.command] }
  const { deploymentId } = options.subject
  return { container: spec.name, serverId, deploymentId, service: options.service.name, secrets, spec }
}
