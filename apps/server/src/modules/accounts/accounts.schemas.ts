/** Shapes of account requests and answers. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'

/** One mailbox, nothing that a mail program could read as two or as a header. */
export const EmailAddress = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/,
    'must be one e-mail address',
  )
  .refine((text) => text.indexOf('@') <= 64, 'must be one e-mail address')
  .meta({ example: 'ada@example.com' })

/** Text that people type: no control characters, trimmed by whoever shows it. */
export const ShortText = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // Written out, because not every language that reads the API description knows \p{Cc}.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, 'must not hold control characters')

const Password = z.string().min(1).max(1_024).meta({ example: 'correct horse battery staple', format: 'password' })
const OneTimeToken = z
  .string()
  .min(16)
  .max(128)
  .regex(/^[\w-]+$/, 'is not a token of this service')
const Code = z
  .string()
  .regex(/^(\d{6}|[a-z0-9]{5}-[a-z0-9]{5})$/, 'must be six digits, or a recovery code')
  .meta({ example: '492817' })

export const RegisterBody = z
  .strictObject({
    email: EmailAddress,
    password: Password,
    name: ShortText.optional(),
    setupToken: OneTimeToken.optional().meta({ description: 'From the setup link: makes the first account at once.' }),
    invitationToken: OneTimeToken.optional().meta({
      description:
        'From an invitation link: joins that organisation at once. Where sign-up is open the address is verified first; accept the invitation after that.',
    }),
  })
  .meta({ id: 'RegisterRequest' })

export const RegisterPending = z.object({ email: z.string(), otpExpiresAt: Time }).meta({ id: 'RegistrationPending' })

export const SignUp = z
  .object({
    isOpen: z.boolean().meta({ description: 'Without a link of the operator or an invitation.' }),
  })
  .meta({ id: 'SignUp' })

export const LoginBody = z.strictObject({ email: EmailAddress, password: Password }).meta({ id: 'LoginRequest' })

export const VerifyOtpBody = z
  .union([z.strictObject({ email: EmailAddress, code: Code }), z.strictObject({ mfaToken: OneTimeToken, code: Code })])
  .meta({
    id: 'VerifyOtpRequest',
    description:
      'Either the address and the mailed code, or the mfaToken of a sign-in and a code of the authenticator.',
  })

export const EmailBody = z.strictObject({ email: EmailAddress }).meta({ id: 'EmailRequest' })
export const ResetPasswordBody = z
  .strictObject({ token: OneTimeToken, password: Password })
  .meta({ id: 'ResetPasswordRequest' })
export const RefreshBody = z
  .strictObject({
    refreshToken: OneTimeToken.optional().meta({ description: 'Browsers leave it out: theirs is in a cookie.' }),
  })
  .meta({ id: 'RefreshRequest' })
export const ChangePasswordBody = z
  .strictObject({ currentPassword: Password, newPassword: Password })
  .meta({ id: 'ChangePasswordRequest' })
export const UpdateMeBody = z.strictObject({ name: ShortText }).meta({ id: 'UpdateMeRequest' })
export const Delivery = z.enum(['mail', 'operator']).meta({
  description:
    '`mail`: it was sent to the address. `operator`: this instance has no mail server, and its operator prints it on the machine.',
})
export type Delivery = z.output<typeof Delivery>
export const ResetRequested = z
  .object({
    email: z.string(),
    delivery: Delivery,
    message: z.string().meta({ description: 'What happens next, for a person.' }),
  })
  .meta({ id: 'ResetRequested' })
export const DeleteAccountBody = z
  .strictObject({
    password: Password,
    force: z.boolean().default(false).meta({
      description: 'Also when a server of yours can’t be reached: what is on it stays there.',
    }),
  })
  .meta({ id: 'DeleteAccountRequest' })
export const MfaCodeBody = z.strictObject({ code: Code }).meta({ id: 'MfaCodeRequest' })

const roleName = z.enum(['viewer', 'developer', 'admin', 'owner'])

export const User = z
  .object({
    id: idOf('usr'),
    email: z.string(),
    name: z.string(),
    emailVerifiedAt: Time.nullable(),
    mfaEnabled: z.boolean(),
    organizations: z.array(z.object({ id: idOf('org'), name: z.string(), role: roleName })),
    deletionDueAt: Time.nullable(),
    createdAt: Time,
    updatedAt: Time,
    version: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

export const Session = z
  .object({
    accessToken: z.string().meta({ description: 'Send it as "Authorization: Bearer …".' }),
    tokenType: z.literal('Bearer'),
    expiresAt: Time.meta({ description: 'Of the access token.' }),
    refreshToken: z
      .string()
      .optional()
      .meta({ description: 'Only for clients that are not browsers; those get a cookie.' }),
    user: User,
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

export const SessionSummary = z
  .object({
    id: idOf('ses'),
    current: z.boolean(),
    userAgent: z.string(),
    ip: z.string(),
    lastUsedAt: Time,
    createdAt: Time,
    updatedAt: Time,
    expiresAt: Time,
  })
  .meta({ id: 'SessionSummary' })
export type SessionSummary = z.output<typeof SessionSummary>
export const SessionParams = z.object({ id: idOf('ses') })

export const MfaSetup = z
  .object({
    secret: z.string().meta({ description: 'Base32, to type by hand.' }),
    otpauthUrl: z.string().meta({ description: 'For a QR code.' }),
  })
  .meta({ id: 'MfaSetup' })
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })
