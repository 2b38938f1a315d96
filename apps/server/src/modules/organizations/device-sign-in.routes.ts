import { z } from 'zod'
import { problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import {
  ApproveDeviceSignInBody,
  DeviceSignIn,
  DeviceUserCodeBody,
  PollDeviceSignInBody,
  PolledDeviceSignIn,
  StartDeviceSignInBody,
  StartedDeviceSignIn,
} from './device-sign-in.schemas.ts'
import type { DeviceSignInService } from './device-sign-in.service.ts'
import { ApiToken } from './organizations.schemas.ts'

const tags = ['auth']
const bodyLimit = 16 << 10

export function registerDeviceSignInRoutes(app: HttpServer, signIns: DeviceSignInService): void {
  registerProgramRoutes(app, signIns)
  registerPersonRoutes(app, signIns)
}

/** Operations of the program, which has no credential yet. */
function registerProgramRoutes(app: HttpServer, signIns: DeviceSignInService): void {
  app.post(
    '/auth/device',
    {
      bodyLimit,
      config: { permission: 'public' },
      schema: {
        operationId: 'startDeviceSignIn',
        tags,
        summary: 'Start a device sign-in',
        description:
          'Starts a sign-in for a program without a browser, such as the CLI (RFC 8628). Show the person `userCode`, open `verificationUrlComplete`, and poll `POST /auth/device/token`. Limited to 30 in 15 minutes for each IP address.',
        body: StartDeviceSignInBody,
        response: { 200: StartedDeviceSignIn },
      },
    },
    async (request) => await signIns.start(request.context, request.body.clientName),
  )
  app.post(
    '/auth/device/token',
    {
      bodyLimit,
      config: { permission: 'public' },
      schema: {
        operationId: 'pollDeviceSignIn',
        tags,
        summary: 'Poll a device sign-in',
        description:
          'Returns whether the person has decided. After an approval, exactly one response contains the API token. Wait `intervalSeconds` between polls; the interval grows if you poll earlier.',
        body: PollDeviceSignInBody,
        response: { 200: PolledDeviceSignIn },
      },
    },
    async (request) => await signIns.poll(request.body.deviceCode),
  )
}

function registerPersonRoutes(app: HttpServer, signIns: DeviceSignInService): void {
  app.post(
    '/auth/device/find',
    {
      bodyLimit,
      config: { permission: 'self' },
      schema: {
        operationId: 'findDeviceSignIn',
        tags,
        summary: 'Find a device sign-in',
        description:
          'Shows who asks to sign in, from which IP address, and when, so that you can decide. Limited to 30 codes in 15 minutes.',
        body: DeviceUserCodeBody,
        response: { 200: DeviceSignIn, ...problems(422) },
      },
    },
    async (request) => await signIns.find(request.user, request.body.userCode),
  )
  app.post(
    '/auth/device/approve',
    {
      bodyLimit,
      config: { permission: 'tokens:write', scope: 'organization' },
      schema: {
        operationId: 'approveDeviceSignIn',
        tags,
        summary: 'Approve a device sign-in',
        description:
          'Creates an API token in the chosen organization and hands it to the program that asked. Its scopes cannot exceed your own permissions. You must have signed in within the last ten minutes. A code can be approved once.',
        body: ApproveDeviceSignInBody,
        response: { 200: ApiToken, ...problems(409, 422) },
      },
    },
    async (request) => await signIns.approve(request.actor, request.body),
  )
  app.post(
    '/auth/device/deny',
    {
      bodyLimit,
      config: { permission: 'self' },
      schema: {
        operationId: 'denyDeviceSignIn',
        tags,
        summary: 'Deny a device sign-in',
        description: 'Refuses the sign-in. The program stops waiting, and the code no longer works.',
        body: DeviceUserCodeBody,
        response: { 204: z.null(), ...problems(422) },
      },
    },
    async (request, reply) => {
      await signIns.deny(request.user, request.body.userCode)
      return reply.code(204).send(null)
    },
  )
}
