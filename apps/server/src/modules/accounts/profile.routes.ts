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
  SessionParams,
  SessionSummary,
  UpdateMeBody,
  User,
} from './accounts.schemas.ts'
import type { MfaService } from './mfa.service.ts'
import type { ProfileService } from './profile.service.ts'
import type { SessionCookies } from './session-cookies.ts'

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
    { config, schema: { operationId: 'getMe', tags, summary: 'Your profile', response: { 200: User } } },
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
        summary: 'Change your profile',
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
          'Ends all sessions. The account is removed after seven days; signing in before then keeps it. Environments, servers, webhooks and backup archives of your personal organization are removed first.',
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
        description: 'Ends your other sessions.',
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
    { config, schema: { operationId: 'logout', tags, summary: 'End this session', response: { 204: z.null() } } },
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
        summary: 'Your sessions',
        response: { 200: z.object({ items: z.array(SessionSummary), nextCursor: z.null() }) },
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
        description: 'Its streams close within seconds.',
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
        summary: 'Begin two-factor set-up',
        description:
          'Shows the secret for an authenticator. Nothing changes until it is confirmed with a code. Needs a recent sign-in.',
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
        summary: 'Turn two-factor sign-in on',
        description: 'Answers with ten recovery codes, shown once.',
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
        summary: 'Turn two-factor sign-in off',
        description: 'Needs a sign-in within the last ten minutes, and a code of the authenticator or a recovery code.',
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
