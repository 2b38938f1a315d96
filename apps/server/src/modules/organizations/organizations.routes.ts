import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import type { ApiTokensService } from './api-tokens.service.ts'
import type { DeletionsService } from './deletions.service.ts'
import type { InvitationPreviewService } from './invitation-preview.service.ts'
import type { MembersService } from './members.service.ts'
import {
  AcceptInvitationBody, ApiToken, ApiTokenParams, CreateApiTokenBody, CreatedApiToken, CreatedInvitation, CreateInvitationBody,
  CreateOrganizationBody, DeleteOrganizationQuery, Invitation, InvitationParams, InvitationPreview, Member, MemberParams, Organization,
  OrganizationDeletion, OrganizationParams, PreviewInvitationBody, UpdateMemberBody, UpdateOrganizationBody,
} from './organizations.schemas.ts' // biome-ignore format: a list
import type { OrganizationsService } from './organizations.service.ts'

const inPath = { organizationParam: 'id' } as const
const versionedInPath = { ...inPath, versioned: true } as const

export function registerOrganizationRoutes(app: HttpServer, organizations: OrganizationsService): void {
  const tags = ['organizations']
  registerOrganizationChanges(app, organizations)
  app.get(
    '/organizations',
    {
      config: { permission: 'self' },
      schema: {
        operationId: 'listOrganizations',
        tags,
        summary: 'List your organizations',
        description: 'Returns the organizations you belong to, with your role in each.',
        querystring: PageQuery,
        response: { 200: pageOf(Organization) },
      },
    },
    async (request) => await organizations.list(request.user, request.query),
  )
  app.post(
    '/organizations',
    {
      config: { permission: 'self' },
      schema: {
        operationId: 'createOrganization',
        tags,
        summary: 'Create an organization',
        description:
          'Creates an empty organization with you as its owner. Invite others with `POST /organizations/{id}/invitations`.',
        body: CreateOrganizationBody,
        response: { 201: Organization, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await organizations.create(request.user, request.body)),
  )
  app.get(
    '/organizations/:id',
    {
      config: { permission: 'organizations:read', scope: 'organization', ...inPath },
      schema: {
        operationId: 'getOrganization',
        tags,
        summary: 'Get an organization',
        description: 'Returns the name, your role, and the quotas of an organization you belong to.',
        params: OrganizationParams,
        response: { 200: Organization },
      },
    },
    async (request, reply) => {
      const organization = await organizations.get(request.actor)
      reply.header('etag', etagOf(organization.version))
      return organization
    },
  )
}

function registerOrganizationChanges(app: HttpServer, organizations: OrganizationsService): void {
  const tags = ['organizations']
  app.patch(
    '/organizations/:id',
    {
      config: { permission: 'organizations:write', scope: 'organization', ...versionedInPath },
      schema: {
        operationId: 'updateOrganization',
        tags,
        summary: 'Update an organization',
        description:
          'Changes the name or the quotas. Quotas require the permission `quotas:write`; only operators can raise them above the limits of the instance.',
        params: OrganizationParams,
        body: UpdateOrganizationBody,
        response: { 200: Organization },
      },
    },
    async (request, reply) => {
      const organization = await organizations.update(request.actor, request.body)
      reply.header('etag', etagOf(organization.version))
      return organization
    },
  )
  app.delete(
    '/organizations/:id',
    {
      config: { permission: 'organizations:delete', scope: 'organization', ...versionedInPath },
      schema: {
        operationId: 'deleteOrganization',
        tags,
        summary: 'Delete an organization',
        description:
          'Hides the organization immediately. For seven days, an owner can bring it back with `POST /organizations/deletions/{id}/undo`. Then Longshore removes its environments, servers, webhooks, and backup archives, and then its data. Responds with 409 while a server is unreachable, unless you send `force=true`.',
        params: OrganizationParams,
        querystring: DeleteOrganizationQuery,
        response: { 202: Organization, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(202).send(await organizations.remove(request.actor, request.query)),
  )
}

export function registerDeletionRoutes(app: HttpServer, deletions: DeletionsService): void {
  const tags = ['organizations']
  app.get(
    '/organizations/deletions',
    {
      config: { permission: 'self' },
      schema: {
        operationId: 'listOrganizationDeletions',
        tags,
        summary: 'List organization deletions',
        description:
          'Returns organizations you own that are being deleted. `remaining` lists what the last attempt could not remove. Longshore tries again every hour.',
        response: { 200: pageOf(OrganizationDeletion) },
      },
    },
    async (request) => await deletions.list(request.user),
  )
  app.post(
    '/organizations/deletions/:id/force',
    {
      config: { permission: 'self' },
      schema: {
        operationId: 'forceOrganizationDeletion',
        tags,
        summary: 'Force the deletion of an organization',
        description:
          'Continues the deletion without resources that are unreachable. They stay where they are. Takes effect within an hour.',
        params: OrganizationParams,
        response: { 202: OrganizationDeletion },
      },
    },
    async (request, reply) => reply.code(202).send(await deletions.force(request.user, request.params.id)),
  )
  app.post(
    '/organizations/deletions/:id/undo',
    {
      config: { permission: 'self' },
      schema: {
        operationId: 'undoOrganizationDeletion',
        tags,
        summary: 'Undo the deletion of an organization',
        description:
          'Brings an organization that you own back for all its members. Works for seven days after the deletion; after that, the removal has begun, and the response is 409.',
        params: OrganizationParams,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await deletions.undo(request.user, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

export function registerMemberRoutes(app: HttpServer, members: MembersService): void {
  const tags = ['members']
  app.get(
    '/organizations/:id/members',
    {
      config: { permission: 'members:read', scope: 'organization', ...inPath },
      schema: {
        operationId: 'listMembers',
        tags,
        summary: 'List members',
        description: 'Returns the people in the organization with their roles.',
        params: OrganizationParams,
        querystring: PageQuery,
        response: { 200: pageOf(Member) },
      },
    },
    async (request) => await members.list(request.actor, request.query),
  )
  app.patch(
    '/organizations/:id/members/:memberId',
    {
      config: { permission: 'members:write', scope: 'organization', ...versionedInPath },
      schema: {
        operationId: 'updateMember',
        tags,
        summary: 'Change the role of a member',
        description:
          'Gives a member another role, effective immediately. You can only give and take roles within your own permissions, and the last owner cannot be demoted.',
        params: MemberParams,
        body: UpdateMemberBody,
        response: { 200: Member, ...problems(409) },
      },
    },
    async (request) => await members.changeRole(request.actor, request.params.memberId, request.body.role),
  )
  app.delete(
    '/organizations/:id/members/:memberId',
    {
      config: { permission: 'members:write', scope: 'organization', ...versionedInPath },
      schema: {
        operationId: 'removeMember',
        tags,
        summary: 'Remove a member',
        description:
          'Removes a person from the organization and revokes their API tokens and open streams there. The last owner cannot be removed.',
        params: MemberParams,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await members.remove(request.actor, request.params.memberId)
      return reply.code(204).send(null)
    },
  )
}

export function registerInvitationRoutes(app: HttpServer, members: MembersService): void {
  const tags = ['members']
  app.get(
    '/organizations/:id/invitations',
    {
      config: { permission: 'members:read', scope: 'organization', ...inPath },
      schema: {
        operationId: 'listInvitations',
        tags,
        summary: 'List invitations',
        description: 'Returns invitations that nobody has accepted or withdrawn yet.',
        params: OrganizationParams,
        querystring: PageQuery,
        response: { 200: pageOf(Invitation) },
      },
    },
    async (request) => await members.invitations(request.actor, request.query),
  )
  app.post(
    '/organizations/:id/invitations',
    {
      config: { permission: 'members:write', scope: 'organization', ...inPath, idempotent: 'secret' },
      schema: {
        operationId: 'createInvitation',
        tags,
        summary: 'Invite a member',
        description:
          'Creates a link that works once, for seven days, and only for this email address. It is sent by email if a mail server is set up; you can also copy it from the response.',
        params: OrganizationParams,
        body: CreateInvitationBody,
        response: { 201: CreatedInvitation, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await members.invite(request.actor, request.body)),
  )
  app.delete(
    '/organizations/:id/invitations/:invitationId',
    {
      config: { permission: 'members:write', scope: 'organization', ...inPath },
      schema: {
        operationId: 'withdrawInvitation',
        tags,
        summary: 'Withdraw an invitation',
        description: 'Makes the link of an open invitation stop working immediately.',
        params: InvitationParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await members.withdraw(request.actor, request.params.invitationId)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/invitations/accept',
    {
      config: { permission: 'self' },
      schema: {
        operationId: 'acceptInvitation',
        tags,
        summary: 'Accept an invitation',
        description:
          'Joins the organization with the account you are signed in to. People without an account send the token to `POST /auth/register` instead.',
        body: AcceptInvitationBody,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await members.accept(request.user, hashToken(request.body.token))
      return reply.code(204).send(null)
    },
  )
}

export function registerInvitationPreview(app: HttpServer, preview: InvitationPreviewService): void {
  app.post(
    '/invitations/preview',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'previewInvitation',
        tags: ['members'],
        summary: 'Preview an invitation',
        description:
          'Returns the organization, the inviter, and the invited email address of an open invitation, for the person who has its link. Works without an account. Limited to 60 attempts per 15 minutes and IP address.',
        body: PreviewInvitationBody,
        response: { 200: InvitationPreview, ...problems(422) },
      },
    },
    async (request) => await preview.read(request.context, hashToken(request.body.token)),
  )
}

export function registerApiTokenRoutes(app: HttpServer, tokens: ApiTokensService): void {
  const tags = ['api tokens']
  app.get(
    '/api-tokens',
    {
      config: { permission: 'tokens:read', scope: 'visible' },
      schema: {
        operationId: 'listApiTokens',
        tags,
        summary: 'List API tokens',
        description: 'Returns your own API tokens. Owners see the tokens of all members.',
        querystring: PageQuery,
        response: { 200: pageOf(ApiToken) },
      },
    },
    async (request) => await tokens.list(request.actor, request.query),
  )
  app.post(
    '/api-tokens',
    {
      config: { permission: 'tokens:write', scope: 'organization', idempotent: 'secret' },
      schema: {
        operationId: 'createApiToken',
        tags,
        summary: 'Create an API token',
        description:
          'Creates a token for programs, such as CI. Only this response contains the token, so store it now. Its scopes cannot exceed your own permissions. You must have signed in within the last ten minutes.',
        body: CreateApiTokenBody,
        response: { 201: CreatedApiToken, ...problems(409) },
      },
    },
    async (request, reply) => reply.code(201).send(await tokens.create(request.actor, request.body)),
  )
  app.delete(
    '/api-tokens/:id',
    {
      config: { permission: 'tokens:write', scope: 'visible' },
      schema: {
        operationId: 'revokeApiToken',
        tags,
        summary: 'Revoke an API token',
        description: 'Makes the token stop working immediately. Open streams that use it are closed.',
        params: ApiTokenParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await tokens.revoke(request.actor, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
