/** Ports of a rehearsal: the copy of the databases on the server, and the records. */
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { requireEnvironment } from '../../environments/index.ts'
import { type RehearsalSettings, toRehearsalSettings } from '../../environments/rehearsal-settings.schemas.ts'
import type {
  Checkpoint,
  Rehearsal,
  RehearsalFacts,
  RehearsalReport,
  RehearsalSkip,
  RehearsalStatus,
} from '../rehearsals/rehearsal.schemas.ts'
import { findRehearsal, saveCheckpoints, saveRehearsal } from '../rehearsals/rehearsals.repository.ts'

export interface RehearsalPlace {
  readonly organizationId: OrganizationId
  readonly environmentId: Id<'env'>
  readonly serverId: Id<'srv'>
  /** Names of everything on the server are derived from it. */
  readonly runId: Id<'run'>
  readonly signal: AbortSignal
}

export interface RehearsedProgram {
  readonly serviceId: Id<'svc'>
  readonly service: string
  /** The container of the real run. The rehearsal replaces its name, network, and volumes. */
  readonly spec: ContainerSpec
}

export interface DatabaseToCopy {
  readonly serviceId: Id<'svc'>
  readonly service: string
  /** Names under which the release command reaches it. */
  readonly hostnames: readonly string[]
}

export interface Rehearse {
  /**
   * Restores the newest backup of each database, and runs the programs in order against the copies, without a network.
   * An interrupted rehearsal starts over.
   */
  run(
    rehearsal: RehearsalPlace & {
      readonly databases: readonly DatabaseToCopy[]
      readonly programs: readonly RehearsedProgram[]
      readonly secrets: readonly Secret[]
      readonly limits: RehearsalSettings
      writeLine(line: string): Promise<void>
    },
  ): Promise<{ skipped: RehearsalSkip } | { facts: RehearsalFacts }>
  /** Removes everything that `run` can leave behind. */
  clear(place: RehearsalPlace & { readonly serviceIds: readonly Id<'svc'>[] }): Promise<void>
  /** Returns whether the environment has a storage location for backups. */
  canBackUp(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<boolean>
}

export interface RehearsalRecords {
  settings(organizationId: OrganizationId, environmentId: Id<'env'>): Promise<RehearsalSettings>
  find(organizationId: OrganizationId, deploymentId: Id<'dep'>): Promise<Rehearsal | undefined>
  save(
    tx: Tx,
    organizationId: OrganizationId,
    rehearsal: { deploymentId: Id<'dep'>; status: RehearsalStatus; report: RehearsalReport },
  ): Promise<void>
  saveCheckpoints(
    tx: Tx,
    organizationId: OrganizationId,
    saved: { deploymentId: Id<'dep'>; checkpoints: readonly Checkpoint[] },
  ): Promise<void>
}

export interface Rehearsals {
  readonly rehearse: Rehearse
  readonly records: RehearsalRecords
}

export function createRehearsals({ database, rehearse }: { database: Database; rehearse: Rehearse }): Rehearsals {
  return {
    rehearse,
    records: {
      settings: (organizationId, environmentId) =>
        database.tenant(organizationId, async (tx) => {
          const { rehearsal } = await requireEnvironment(tx, organizationId, environmentId)
          return toRehearsalSettings(rehearsal)
        }),
      find: (organizationId, deploymentId) =>
        database.tenant(organizationId, (tx) => findRehearsal(tx, organizationId, deploymentId)),
      save: saveRehearsal,
      saveCheckpoints,
    },
  }
}
