import type { HttpServer } from '../../platform/http/server.ts'
import { type ApiTokensOptions, createApiTokensService } from './api-tokens.service.ts'
import { createDeletionsService } from './deletions.service.ts'
import { registerDeviceSignInRoutes } from './device-sign-in.routes.ts'
import { createDeviceSignInService, type DeviceSignInOptions } from './device-sign-in.service.ts'
import { createInvitationPreviewService } from './invitation-preview.service.ts'
import { createMembersService, type MembersOptions } from './members.service.ts'
import {
  registerApiTokenRoutes,
  registerDeletionRoutes,
  registerInvitationPreview,
  registerInvitationRoutes,
  registerMemberRoutes,
  registerOrganizationRoutes,
} from './organizations.routes.ts'
import { createOrganizationsService, type OrganizationsOptions } from './organizations.service.ts'

export { findActingMember } from './acting-member.query.ts'
export {
  ensureFirstOrganization,
  hasWaitingOrganization,
  takeWaitingOrganization,
} from './first-organization.action.ts'
export { acceptInvitation, requireInvitation } from './members.service.ts'
export { organizationProblems } from './organizations.problems.ts'
export { createOwnOrganization, requireReachable } from './organizations.service.ts'
export { quotaCeilings } from './quotas.policy.ts'
export { refuseTokens } from './refuse-tokens.query.ts'
export { requireQuota } from './require-quota.query.ts'
export { trashedMembers } from './trashed-member.action.ts'

export function createOrganizationsModule(
  options: MembersOptions & ApiTokensOptions & OrganizationsOptions & DeviceSignInOptions,
): {
  register(app: HttpServer): void
} {
  const members = createMembersService(options)
  return {
    register(app) {
      registerOrganizationRoutes(app, createOrganizationsService(options))
      registerDeletionRoutes(app, createDeletionsService(options))
      registerMemberRoutes(app, members)
      registerInvitationRoutes(app, members)
      registerInvitationPreview(app, createInvitationPreviewService(options))
      registerApiTokenRoutes(app, createApiTokensService(options))
      registerDeviceSignInRoutes(app, createDeviceSignInService(options))
    },
  }
}
