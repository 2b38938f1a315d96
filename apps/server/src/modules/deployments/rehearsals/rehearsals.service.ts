/** Reads what a rehearsal found. The worker writes it. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { requireDeployment } from '../read-deployment.query.ts'
import type { Rehearsal } from './rehearsal.schemas.ts'
import { findRehearsal } from './rehearsals.repository.ts'

export interface RehearsalsService {
  get(actor: Actor, path: { id: Id<'env'>; did: Id<'dep'> }): Promise<Rehearsal>
}

export function createRehearsalsService({ database }: { database: Database }): RehearsalsService {
  return {
    get: ({ organizationId }, { id, did }) =>
      database.tenant(organizationId, async (tx) => {
        await requireDeployment(tx, organizationId, { id: did, environmentId: id })
        const rehearsal = await findRehearsal(tx, organizationId, did)
        if (rehearsal === undefined) throw notFound()
        return rehearsal
      }),
  }
}
