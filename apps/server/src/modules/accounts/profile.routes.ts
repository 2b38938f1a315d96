import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf, ifMatchOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import {
  ChangePasswordBody,
  DeleteAccountBody,
  MfaCodeBody,
  MfaSetup,
  RecoveryCodes,
  SessionList,
  SessionParams,
  UpdateMeBody,
  User,
} from './accounts.schemas.ts'
import type { MfaService } from './mfa.service.ts'
import type { ProfileService } from './profile.service.ts'
import type { SessionCookies } from './session-cookies.crypto.ts'

const tags = ['account']
const config = { permission: 'self' } as const
const versioned = { ...config, versioned: true } as const

export interface ProfileServices {
  profile: ProfileService
  mfa: MfaService
  cookies: SessionCookies
}

export function registerProfileRoutes(app: HttpServer, services: ProfileServices): void {
  registerMeRoutes(app, services)
  registerSessionRoutes(app, services)
  registerMfaRoutes(app, services.mfa)
}

function registerMeRoutes(app: HttpServer, { profile, cookies }: ProfileServices): void {
  app.get(
    '/auth/me',
    {
      config,
      schema: {
        operationId: 'getMe',
        tags,
        summary: 'Get your profile',
        description: 'Returns your account and the organizations you belong to, with your role in each.',
        response: { 200: User },
      },
    },
    async (request, reply) => {
      const user = await profile.get(request.user)
      reply.header('etag', etagOf(user.version))
      return user
    },
  )
  app.patch(
    '/auth/me',
    {
      config: versioned,
      schema: {
        operationId: 'updateMe',
        tags,
        summary: 'Update your profile',
        description:
          'Changes your display name, which other members see right away, or the organization that the dashboard opens.',
        body: UpdateMeBody,
        response: { 200: User },
      },
    },
    async (request, reply) => {
      const user = await profile.update(request.user, request.body, ifMatchOf(request))
      reply.header('etag', etagOf(user.version))
      return user
    },
  )
  app.delete(
    '/auth/me',
    {
      config: versioned,
      schema: {
        operationId: 'deleteMe',
        tags,
        summary: 'Delete your account',
        description:
          'Ends all your sessions and schedules the deletion. Longshore deletes the account after seven days, and signing in before then cancels that. The environments, servers, webhooks, and backup archives of the organization that was created with your account are removed first, unless other people belong to it. You can’t be the only owner of an organization with other members, or of one that you created later.',
        body: DeleteAccountBody,
        response: { 202: User, ...problems(401, 409) },
      },
    },
    async (request, reply) => {
      const confirmation = { ...request.body, ifMatch: ifMatchOf(request) }
      const user = await profile.requestDeletion(request.user, confirmation)
      cookies.clearRefresh(reply)
      return reply.code(202).send(user)
    },
  )
  app.post(
    '/auth/change-password',
    {
      config,
      schema: {
        operationId: 'changePassword',
        tags,
        summary: 'Change your password',
        description:
          'Replaces your password and ends your other sessions. This session stays signed in, and Longshore emails you a confirmation.',
        body: ChangePasswordBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await profile.changePassword(request.user, request.body)
      return reply.code(204).send(null)
    },
  )
}

function registerSessionRoutes(app: HttpServer, { profile, cookies }: ProfileServices): void {
  app.post(
    '/auth/logout',
    {
      config,
      schema: {
        operationId: 'logout',
        tags,
        summary: 'Sign out',
        description: 'Ends the session that makes this request. Its access and refresh tokens stop working.',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await profile.signOut(request.user)
      cookies.clearRefresh(reply)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/auth/sessions',
    {
      config,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'List your sessions',
        description: 'Returns every browser and program that’s signed in to your account, newest first, up to 100.',
        response: { 200: SessionList },
      },
    },
    async (request) => await profile.sessions(request.user),
  )
  app.delete(
    '/auth/sessions/:id',
    {
      config,
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'End a session',
        description:
          'Signs out another browser or program. Its tokens stop working, and its open streams close within seconds.',
        params: SessionParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await profile.endSession(request.user, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function registerMfaRoutes(app: HttpServer, mfa: MfaService): void {
  app.post(
    '/auth/mfa',
    {
      config,
      schema: {
        operationId: 'startMfa',
        tags,
        summary: 'Start two-factor setup',
        description:
          'Returns a new secret for your authenticator app. Two-factor sign-in stays off until you confirm it with `POST /auth/mfa/confirm`. You must have signed in within the last ten minutes.',
        response: { 200: MfaSetup, ...problems(409) },
      },
    },
    async (request) => await mfa.start(request.user),
  )
  app.post(
    '/auth/mfa/confirm',
    {
      config,
      schema: {
        operationId: 'confirmMfa',
        tags,
        summary: 'Turn on two-factor sign-in',
        description:
          'Confirms the setup with a six-digit code from the authenticator app. From now on, signing in needs a code. The response has ten recovery codes, which are shown only once.',
        body: MfaCodeBody,
        response: { 200: RecoveryCodes, ...problems(409) },
      },
    },
    async (request) => await mfa.confirm(request.user, request.body.code),
  )
  app.delete(
    '/auth/mfa',
    {
      config,
      schema: {
        operationId: 'disableMfa',
        tags,
        summary: 'Turn off two-factor sign-in',
        description:
          'Needs an authenticator or recovery code, and a sign-in within the last ten minutes. Your recovery codes stop working, and Longshore emails you a confirmation.',
        body: MfaCodeBody,
        response: { 204: z.null(), ...problems(409) },
      },
    },
    async (request, reply) => {
      await mfa.disable(request.user, request.body.code)
      return reply.code(204).send(null)
    },
  )
}
