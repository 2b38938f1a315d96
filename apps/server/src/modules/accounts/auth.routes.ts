import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { accountProblems } from './accounts.problems.ts'
import {
  EmailBody,
  LoginBody,
  RefreshBody,
  RegisterBody,
  RegisterPending,
  ResetPasswordBody,
  ResetRequested,
  Session,
  SignUp,
  VerifyOtpBody,
} from './accounts.schemas.ts'
import type { ResetPasswordService } from './reset-password.service.ts'
import { isBrowser, type SessionCookies } from './session-cookies.crypto.ts'
import type { SignInService } from './sign-in.service.ts'
import type { SignUpService } from './sign-up.service.ts'

export interface AuthServices {
  signUp: SignUpService
  signIn: SignInService
  resetPassword: ResetPasswordService
  /** Origins whose browsers are allowed to use the refresh cookie. */
  origins: readonly string[]
  cookies: SessionCookies
}

const tags = ['auth']
const bodyLimit = 16 << 10
const publicConfig = { permission: 'public' } as const

export function registerAuthRoutes(app: HttpServer, services: AuthServices): void {
  registerSignUpRoutes(app, services)
  registerSignInRoutes(app, services)
  registerResetRoutes(app, services)
}

function registerSignUpRoutes(app: HttpServer, { signUp, signIn, cookies }: AuthServices): void {
  app.get(
    '/auth/sign-up',
    {
      config: publicConfig,
      schema: {
        operationId: 'getSignUp',
        tags,
        summary: 'Check whether sign-up is open',
        description:
          'Use it to decide whether to show a sign-up form. Sign-up is open if the operator allows it, or until the first account exists. A new instance needs a setup link.',
        response: { 200: SignUp },
      },
    },
    async () => await signUp.state(),
  )
  app.post(
    '/auth/register',
    {
      bodyLimit,
      config: publicConfig,
      schema: {
        operationId: 'register',
        tags,
        summary: 'Create an account',
        description:
          'Responds with 202 for every email address, known or not, and emails a code. Send the code to `POST /auth/verify-otp` to finish. With the token of a setup link, or of an invitation while sign-up is closed, you’re signed in immediately (201). Limited to five attempts per hour and IP address.',
        body: RegisterBody,
        response: { 201: Session, 202: RegisterPending, ...problems(403, 409) },
      },
    },
    async (request, reply) => {
      const outcome = await signUp.register(request.context, request.body)
      if ('pending' in outcome) return reply.code(202).send(outcome.pending)
      return reply.code(201).send(cookies.send(request, reply, outcome.session))
    },
  )
  app.post(
    '/auth/verify-otp',
    {
      bodyLimit,
      config: publicConfig,
      schema: {
        operationId: 'verifyOtp',
        tags,
        summary: 'Verify a one-time code',
        description:
          'Finishes a registration with the emailed code, or a sign-in with an authenticator code, and starts a session. After five wrong attempts the code stops working.',
        body: VerifyOtpBody,
        response: { 200: Session, ...problems(401, 403) },
      },
    },
    async (request, reply) => {
      const { body, context } = request
      const opened =
        'email' in body
          ? await signUp.verifyEmail(context, body)
          : await signIn.verifySecondFactor(context, { ...body, deviceToken: cookies.deviceToken(request) })
      return cookies.send(request, reply, opened)
    },
  )
  app.post(
    '/auth/resend-otp',
    {
      bodyLimit,
      config: publicConfig,
      schema: {
        operationId: 'resendOtp',
        tags,
        summary: 'Resend the email code',
        description:
          'Emails a new code for an unfinished registration, and the previous code stops working. The response is the same for every email address. Limited to five codes per hour.',
        body: EmailBody,
        response: { 202: RegisterPending },
      },
    },
    async (request, reply) => reply.code(202).send(await signUp.resendCode(request.context, request.body.email)),
  )
}

function registerSignInRoutes(app: HttpServer, { signIn, origins, cookies }: AuthServices): void {
  app.post(
    '/auth/login',
    {
      bodyLimit,
      config: publicConfig,
      schema: {
        operationId: 'login',
        tags,
        summary: 'Sign in',
        description:
          'Starts a session with your email address and password. If two-factor sign-in is on, the response is 401 `mfa_required` with an `mfaToken` for `POST /auth/verify-otp`. Limited to ten attempts in 15 minutes for each account and IP address.',
        body: LoginBody,
        response: { 200: Session, ...problems(401, 403) },
      },
    },
    async (request, reply) => {
      const opened = await signIn.signIn(request.context, {
        ...request.body,
        deviceToken: cookies.deviceToken(request),
      })
      return cookies.send(request, reply, opened)
    },
  )
  app.post(
    '/auth/refresh',
    {
      bodyLimit,
      config: publicConfig,
      schema: {
        operationId: 'refreshSession',
        tags,
        summary: 'Refresh a session',
        description:
          'Exchanges a refresh token for a new access token and a new refresh token. Each refresh token works once. Using one again ends the session, because someone else may have a copy. A browser that lost the response gets the same tokens again for ten seconds.',
        body: RefreshBody.optional(),
        response: { 200: Session, ...problems(401, 409) },
      },
    },
    async (request, reply) => {
      const fromOtherSite = request.headers.origin !== undefined && !origins.includes(request.headers.origin)
      const token = request.body?.refreshToken ?? (fromOtherSite ? null : cookies.refreshToken(request))
      if (token === null)
        throw new AppError(
          accountProblems.invalid_refresh_token,
          isBrowser(request) ? undefined : 'Send "refreshToken" in the body.',
        )
      const deviceToken = fromOtherSite ? null : cookies.deviceToken(request)
      return cookies.send(request, reply, await signIn.refresh(request.context, { refreshToken: token, deviceToken }))
    },
  )
}

function registerResetRoutes(app: HttpServer, { resetPassword }: AuthServices): void {
  app.post(
    '/auth/forgot-password',
    {
      bodyLimit,
      config: publicConfig,
      schema: {
        operationId: 'forgotPassword',
        tags,
        summary: 'Request a password reset link',
        description:
          'Always responds with 202, so nobody learns which email addresses have accounts. If there is an account, Longshore emails it a link that’s valid for 30 minutes. On an instance without a mail server, `message` explains how to get the link.',
        body: EmailBody,
        response: { 202: ResetRequested },
      },
    },
    async (request, reply) => {
      const { email } = request.body
      return reply.code(202).send({ email, ...(await resetPassword.request(request.context, email)) })
    },
  )
  app.post(
    '/auth/reset-password',
    {
      bodyLimit,
      config: publicConfig,
      schema: {
        operationId: 'resetPassword',
        tags,
        summary: 'Reset the password',
        description:
          'Sets a new password with the token of a reset link. All sessions and open streams of the account end, so sign in again afterwards.',
        body: ResetPasswordBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await resetPassword.complete(request.context, request.body)
      return reply.code(204).send(null)
    },
  )
}
