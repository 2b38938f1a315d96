/**
 * Builds the run that steps and hooks see. Most workflows belong to organizations, so a run's organization is never
 * null for them. Workflows of the instance itself don't read it; if one did, it would fail here, in one place.
 */
import type { OrganizationId } from '../database/database.ts'
import type { Run } from './workflow.ts'

/** A run as it is stored: runs of the instance itself have no organization. */
export interface StoredRun extends Omit<Run<unknown>, 'organizationId'> {
  readonly organizationId: OrganizationId | null
  readonly wasParked: boolean
}

export type EndingRun = Run<unknown> & Pick<StoredRun, 'wasParked'>

export function toRun({ id, organizationId, kind, key, input, wasParked }: StoredRun): EndingRun {
  return {
    ...{ id, kind, key, input, wasParked },
    get organizationId() {
      if (organizationId === null) throw new Error(`run ${id} has no organization`)
      return organizationId
    },
  }
}
