/**
 * Custom hostnames of environments. They take effect as soon as the server's proxy has them; no deployment is needed.
 */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { requireChangeableEnvironment } from '../../environments/index.ts'
import { isProofRequired } from '../dns/proof-required.query.ts'
import { type AttachTools, prepareDomain } from './attach-domain.action.ts'
import { attachAs, detachAs } from './attached-domains.action.ts'
import { readAttached } from './attached-domains.query.ts'
import type { AttachDomain, AttachedDomain } from './attached-domains.schemas.ts'

export interface AttachedDomainsService {
  attach(actor: Actor, id: Id<'env'>, body: AttachDomain): Promise<AttachedDomain>
  detach(actor: Actor, id: Id<'env'>, domainId: Id<'dom'>): Promise<void>
}

export interface AttachedDomainsOptions extends AttachTools {
  readonly database: Database
  readonly isSignUpOpen: boolean
}

export function createAttachedDomainsService(options: AttachedDomainsOptions): AttachedDomainsService {
  const { database } = options
  return {
    async attach(actor, id, body) {
      const { organizationId } = actor
      const prepared = await prepareDomain(body)
      const proof = await isProofRequired(options)
      return await createOnce(database, actor, async (tx) => {
        const environment = await requireChangeableEnvironment(tx, organizationId, id)
        const route = await attachAs(tx, actor, { environment, body: prepared, tools: options })
        const found = { routes: [route], environment, isTxtRequired: proof }
        const [attached] = await readAttached(tx, organizationId, found)
        if (attached === undefined) throw new Error('one route makes one domain')
        return attached
      })
    },
    detach: (actor, id, domainId) =>
      database.tenant(actor.organizationId, (tx) => detachAs(tx, actor, { id, domainId })),
  }
}
