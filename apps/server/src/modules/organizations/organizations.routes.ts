import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { PageQuery, pageOf } from '../../platform/pagination/page.schemas.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import type { ApiTokensService } from './api-tokens.service.ts'
import type { DeletionsService } from './deletions.service.ts'
import type { MembersService } from './members.service.ts'
import {
  AcceptInvitationBody, ApiToken, ApiTokenParams, CreateApiTokenBody, CreatedApiToken, CreatedInvitation, CreateInvitationBody,
  CreateOrganizationBody, DeleteOrganizationQuery, Invitation, InvitationParams, Member, MemberParams, Organization,
  OrganizationDeletion, OrganizationParams, UpdateMemberBody, UpdateOrganizationBody,
} from './organizations.schemas.ts' // biome-ignore format: a list
import type { OrganizationsService } from './organizations.service.ts'

const inPath = { organizationParam: 'id' } as const
const versionedInPath = { ...inPath, versioned: true } as const

export function registerOrganizationRoutes(app: HttpServer, organizations: OrganizationsService): void {
  const tags = ['organizations']
  app.get(
    '/organizations',
    {
      config: { permission: 'self' },
      schema: {
        operationId: 'listOrganizations',
        tags,
        summary: 'Your organisations',
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
        summary: 'Create an organisation',
        description: 'You become its owner.',
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
        summary: 'One organisation',
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
  app.patch(
    '/organizations/:id',
    {
      config: { permission: 'organizations:write', scope: 'organization', ...versionedInPath },
      schema: {
        operationId: 'updateOrganization',
        tags,
        summary: 'Rename an organisation or set its quotas',
        description: 'Quotas need the permission quotas:write.',
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
        summary: 'Delete an organisation',
        description:
          'It disappears at once. After seven days its environments, servers, webhooks and backup archives are removed, and then its data. 409 while a server can’t be reached; with `force` what is on such a server stays there.',
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
        summary: 'Organizations of yours that are being deleted',
        description:
          'Those that you own. `left` names what the last try could not remove; Longshore tries again every hour.',
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
        description: 'Continues without what can’t be reached: that stays where it is. Takes effect within an hour.',
        params: OrganizationParams,
        response: { 202: OrganizationDeletion },
      },
    },
    async (request, reply) => reply.code(202).send(await deletions.force(request.user, request.params.id)),
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
        summary: 'Members',
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
        summary: 'Change a member’s role',
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
        description: 'Ends their tokens and streams in this organisation.',
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
        summary: 'Open invitations',
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
        summary: 'Invite somebody',
        description:
          'The link works once, for seven days, for this address. It is mailed if a mail server is set up, and can be copied either way.',
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
        description: 'For people who have an account; others send the token to POST /auth/register.',
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

export function registerApiTokenRoutes(app: HttpServer, tokens: ApiTokensService): void {
  const tags = ['api tokens']
  app.get(
    '/api-tokens',
    {
      config: { permission: 'tokens:read', scope: 'visible' },
      schema: {
        operationId: 'listApiTokens',
        tags,
        summary: 'API tokens',
        description: 'Your own; owners see everybody’s.',
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
          'The token is in this answer and never again. Its scopes are at most your own permissions. Needs a sign-in within the last ten minutes.',
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
