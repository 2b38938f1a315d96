import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { registerAuditRoutes } from './audit.routes.ts'
import { createAuditService } from './audit.service.ts'
import { brokenAuditChains } from './audit.system-repository.ts'

export { anchorAudit, findBrokenAnchors } from './anchor-audit.action.ts'
export type { AuditAction, AuditVerb } from './audit-actions.schemas.ts'
export { type AnchorKey, createAnchorKeys } from './audit-anchor.crypto.ts'
export { recordAudit, recordSystemAudit, recordUserAudit } from './record-audit.action.ts'
export { SecretReleases } from './secret-releases.action.ts'

export async function findBrokenAuditChains(database: Database): Promise<{ organizationId: string; seq: number }[]> {
  return await brokenAuditChains(database.systemDb)
}

export function createAuditModule(options: { database: Database }): { register(app: HttpServer): void } {
  const service = createAuditService(options)
  return { register: (app) => registerAuditRoutes(app, service) }
}
