/** Schemas of device sign-ins. */
import { z } from 'zod'
import { ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { ApiToken, CreateApiTokenBody } from './organizations.schemas.ts'

const UserCode = z.string().min(1).max(20).meta({
  description: 'Code that the program shows. Spaces, hyphens, and small letters are accepted.',
  example: 'BCDF-GHJK',
})
const IntervalSeconds = z.int().meta({ description: 'Seconds to wait before the next poll.', example: 5 })

export const StartDeviceSignInBody = z
  .strictObject({
    clientName: ShortText.default('Longshore CLI').describe('Program and computer that ask, shown to the person.'),
  })
  .meta({ id: 'StartDeviceSignInRequest' })

export const StartedDeviceSignIn = z
  .object({
    deviceCode: z.string().meta({ description: 'Secret that the program polls with. Never show it.' }),
    userCode: UserCode.describe('Code that the person compares or types. It works for ten minutes.'),
    verificationUrl: z.string().describe('Page of the dashboard where the person enters the code.'),
    verificationUrlComplete: z.string().describe('The same page with the code filled in, to open in a browser.'),
    expiresAt: Time.describe('When the code stops working.'),
    intervalSeconds: IntervalSeconds,
  })
  .meta({ id: 'StartedDeviceSignIn', description: 'A sign-in that waits for a person to approve it.' })
export type StartedDeviceSignIn = z.output<typeof StartedDeviceSignIn>

export const PollDeviceSignInBody = z
  .strictObject({
    deviceCode: z.string().min(1).max(100).describe('Secret from `POST /auth/device`.'),
  })
  .meta({ id: 'PollDeviceSignInRequest' })

const DeviceCredential = z.object({
  token: z.string().meta({ description: 'API token. This is the only response that contains it.' }),
  name: z.string().describe('Name of the token in the list of API tokens.'),
  scopes: ApiToken.shape.scopes,
  expiresAt: ApiToken.shape.expiresAt,
  organization: z
    .object({
      id: idOf('org'),
      name: z.string().describe('Display name at the time of this response. It can change; `id` can’t.'),
    })
    .describe('Organization that the person chose. The token works only there.'),
  email: z.string().meta({ description: 'Email address of the person who approved.', example: 'ada@example.com' }),
})

export const PolledDeviceSignIn = z
  .object({
    status: z
      .enum(['pending', 'slow_down', 'approved', 'denied', 'expired'])
      .describe(
        '`pending`: poll again after `intervalSeconds`. `slow_down`: the same, but you polled too early and the interval is now longer. `approved`: `credential` has the token. `denied`: the person refused. `expired`: the code is unknown, too old, or was used already.',
      ),
    intervalSeconds: IntervalSeconds,
    credential: DeviceCredential.nullable().describe('The API token, once and only if `status` is `approved`.'),
  })
  .meta({ id: 'PolledDeviceSignIn', description: 'State of a device sign-in for the program that started it.' })
export type PolledDeviceSignIn = z.output<typeof PolledDeviceSignIn>

export const DeviceUserCodeBody = z.strictObject({ userCode: UserCode }).meta({ id: 'DeviceUserCodeRequest' })

export const DeviceSignIn = z
  .object({
    clientName: z.string().meta({
      description: 'Program and computer that ask, as they name themselves. Anyone can claim any name.',
      example: 'Longshore CLI on laptop',
    }),
    ip: z.string().meta({ description: 'IP address that the request came from.', example: '203.0.113.7' }),
    isYourAddress: z.boolean().describe('Whether your own request comes from the same IP address.'),
    userAgent: z
      .string()
      .describe('`User-Agent` header that the program sent, cut to 200 characters. Empty if it sent none.'),
    createdAt: Time.describe('When the program asked.'),
    expiresAt: Time.describe('When the code stops working.'),
  })
  .meta({ id: 'DeviceSignIn', description: 'A device sign-in that waits for your decision.' })
export type DeviceSignIn = z.output<typeof DeviceSignIn>

export const ApproveDeviceSignInBody = CreateApiTokenBody.extend({ userCode: UserCode }).meta({
  id: 'ApproveDeviceSignInRequest',
})
export type ApproveDeviceSignIn = z.output<typeof ApproveDeviceSignInBody>
