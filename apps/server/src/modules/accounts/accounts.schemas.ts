/** Schemas of account requests and responses. */
import { z } from 'zod'
import { EmailAddress, ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'

const Password = z.string().min(1).max(1_024).meta({ example: 'correct horse battery staple', format: 'password' })
const CurrentPassword = Password.describe(
  'Your current password, to confirm that it’s you. You have ten attempts per 15 minutes.',
)
const passwordRules = 'Use 12 to 256 characters. Passwords that are easy to guess are rejected with `weak_password`.'
const OneTimeToken = z
  .string()
  .min(16)
  .max(128)
  .regex(/^[\w-]+$/, "isn't a valid token")
const Code = z.string().regex(/^(\d{6}|[a-z0-9]{5}-[a-z0-9]{5})$/, 'must be six digits, or a recovery code')
const EmailedCode = Code.meta({
  description: 'Six-digit code from the email. It expires after ten minutes, and after five wrong attempts.',
  example: '492817',
})
const AuthenticatorCode = Code.meta({
  description:
    'Current six-digit code from your authenticator app, or one of your recovery codes. Each code works once.',
  example: '492817',
})

export const RegisterBody = z
  .strictObject({
    email: EmailAddress.describe(
      'Email address you sign in with. It can’t be changed later, and one address has one account.',
    ),
    password: Password.describe(`Password for the new account. ${passwordRules}`),
    name: ShortText.optional().meta({
      description:
        'Display name that other members see, up to 100 characters. Leave it out to be shown by email address.',
      example: 'Ada Lovelace',
    }),
    organizationName: ShortText.optional().meta({
      description:
        'Name of the organization that is created with the account. Leave it out to use your display name. Ignored if you join an organization by invitation.',
      example: 'Acme',
    }),
    setupToken: OneTimeToken.optional().describe(
      'Token from the operator’s setup link. It creates the account and signs you in without an email code.',
    ),
    invitationToken: OneTimeToken.optional().describe(
      'Token from an invitation link. You join that organization immediately. If sign-up is open to everyone, verify your email address first, then accept the invitation.',
    ),
  })
  .meta({ id: 'RegisterRequest', description: 'Details of the account to create.' })

export const RegisterPending = z
  .object({
    email: z.string().meta({
      description: 'Email address from the request. The code goes there if it can be registered.',
      example: 'ada@example.com',
    }),
    otpExpiresAt: Time.describe('When the emailed code stops working, ten minutes after the request.'),
  })
  .meta({
    id: 'RegistrationPending',
    description: 'Confirms that a code was requested. It looks the same whether or not the address has an account.',
  })

export const Delivery = z
  .enum(['email', 'operator'])
  .describe(
    '`email`: Longshore emails it. `operator`: this instance has no mail server, so its operator prints it on the host with a command.',
  )
export type Delivery = z.output<typeof Delivery>

export const SignUp = z
  .object({
    isOpen: z
      .boolean()
      .describe('True if anyone can create an account. If false, you need an invitation or the operator’s setup link.'),
    needsSetup: z.boolean().describe('True until the first account exists. Its operator creates it with a setup link.'),
    delivery: Delivery.describe(
      'How the code of a new account arrives. `email`: Longshore emails it. `operator`: this instance has no mail server, so its operator prints the code.',
    ),
  })
  .meta({ id: 'SignUp', description: 'Whether this instance accepts new accounts, for sign-up forms.' })
export type SignUp = z.output<typeof SignUp>

export const LoginBody = z
  .strictObject({
    email: EmailAddress.describe('Email address of your account. Upper and lower case don’t matter.'),
    password: Password.describe('Password that you chose at sign-up or last changed it to.'),
  })
  .meta({ id: 'LoginRequest', description: 'Credentials to sign in with.' })

export const VerifyOtpBody = z
  .union([
    z.strictObject({ email: EmailAddress.describe('Email address you registered with.'), code: EmailedCode }),
    z.strictObject({
      mfaToken: OneTimeToken.describe(
        'Token from the `mfa_required` response of `POST /auth/login`. It’s valid for five minutes.',
      ),
      code: AuthenticatorCode,
    }),
  ])
  .meta({
    id: 'VerifyOtpRequest',
    description:
      'Either an email address and the emailed code, or the `mfaToken` of a sign-in and an authenticator code.',
  })

export const EmailBody = z
  .strictObject({
    email: EmailAddress.describe('Email address of the account. The message goes only to this address.'),
  })
  .meta({ id: 'EmailRequest', description: 'Identifies the account by its email address.' })
export const ResetPasswordBody = z
  .strictObject({
    token: OneTimeToken.describe('Token from the reset link. It works once and expires after 30 minutes.'),
    password: Password.describe(`New password for the account. ${passwordRules}`),
  })
  .meta({ id: 'ResetPasswordRequest', description: 'Sets a new password with a reset link.' })
export const RefreshBody = z
  .strictObject({
    refreshToken: OneTimeToken.optional().describe(
      'Refresh token from the last `Session` response. Browsers leave it out, because theirs is in a cookie.',
    ),
  })
  .meta({ id: 'RefreshRequest', description: 'Refresh token to exchange for new tokens.' })
export const ChangePasswordBody = z
  .strictObject({
    currentPassword: CurrentPassword,
    newPassword: Password.describe(`Password to sign in with from now on. ${passwordRules}`),
  })
  .meta({ id: 'ChangePasswordRequest', description: 'Your current password and the one that replaces it.' })
export const UpdateMeBody = z
  .strictObject({
    name: ShortText.optional().meta({
      description: 'New display name that other members see, up to 100 characters on one line.',
      example: 'Ada Lovelace',
    }),
    lastOrganizationId: idOf('org')
      .optional()
      .describe('Organization that you work in now. The dashboard opens it in every browser. You must belong to it.'),
  })
  .meta({ id: 'UpdateMeRequest', description: 'Profile fields to change.' })
export const ResetRequested = z
  .object({
    email: z.string().meta({
      description: 'Email address from the request, whether or not it has an account.',
      example: 'ada@example.com',
    }),
    delivery: Delivery,
    message: z.string().meta({
      description: 'Sentence to show to the person who asked: where the link is and how long it’s valid.',
      example: 'If the address has an account, a link is on its way to it. It is valid for 30 minutes.',
    }),
  })
  .meta({
    id: 'ResetRequested',
    description: 'Confirms a reset request. It looks the same whether or not the address has an account.',
  })
export const DeleteAccountBody = z
  .strictObject({
    password: CurrentPassword,
    force: z
      .boolean()
      .default(false)
      .describe(
        'Set to true to delete the account even if one of your servers is unreachable. Containers and data on that server stay there.',
      ),
  })
  .meta({ id: 'DeleteAccountRequest', description: 'Confirms the deletion of your account.' })
export const MfaCodeBody = z
  .strictObject({ code: AuthenticatorCode })
  .meta({ id: 'MfaCodeRequest', description: 'Code that proves you have the authenticator.' })

const roleName = z
  .enum(['viewer', 'developer', 'admin', 'owner'])
  .describe(
    'Your role there. `viewer`: read everything except values of variables and the audit log. `developer`: also deploy and change projects. `admin`: also manage servers, domains, backups, and secrets. `owner`: everything, including members and deletion.',
  )

export const User = z
  .object({
    id: idOf('usr').describe('Permanent ID of your user account. Audit records and `createdBy` fields refer to it.'),
    email: z.string().meta({
      description: 'Email address you sign in with and receive account emails at.',
      example: 'ada@example.com',
    }),
    name: z.string().meta({
      description: 'Display name that other members of your organizations see. Empty if you never set one.',
      example: 'Ada Lovelace',
    }),
    emailVerifiedAt: Time.nullable().describe(
      'When you proved that the email address is yours, by code, setup link, or invitation; null until then.',
    ),
    mfaEnabled: z.boolean().describe('True if signing in also needs a code from your authenticator app.'),
    organizations: z
      .array(
        z.object({
          id: idOf('org').describe('ID to send in the `Longshore-Organization` header to work in this organization.'),
          name: z.string().meta({
            description: 'Organization name as its members see it. Names aren’t unique.',
            example: 'Acme',
          }),
          role: roleName,
        }),
      )
      .describe('Organizations you’re a member of, the one you joined first at the top.'),
    lastOrganizationId: idOf('org')
      .nullable()
      .describe(
        'Organization that you chose last, in any browser. Null if you never chose one, or if you no longer belong to it.',
      ),
    deletionDueAt: Time.nullable().describe(
      'When the account is deleted for good. Null unless you requested deletion; signing in before then cancels it.',
    ),
    createdAt: Time.describe('When you registered the account.'),
    updatedAt: Time.describe('When your profile, password, or two-factor setting last changed.'),
    version: z
      .int()
      .describe(
        'Revision of the profile, which increases with every change. Send it in `If-Match` to avoid overwriting.',
      ),
  })
  .meta({ id: 'User', description: 'Your own user account, as only you see it.' })
export type User = z.output<typeof User>

export const Session = z
  .object({
    accessToken: z
      .string()
      .describe('Token that authenticates your requests. Send it as `Authorization: Bearer <token>`.'),
    tokenType: z.literal('Bearer').describe('Always `Bearer`, the scheme for the `Authorization` header.'),
    expiresAt: Time.describe(
      'When the access token expires, 15 minutes after it was issued. Call `POST /auth/refresh` before then.',
    ),
    refreshToken: z
      .string()
      .optional()
      .describe(
        'Token for `POST /auth/refresh`, which works once. Browsers don’t get this field: theirs is in an HTTP-only cookie.',
      ),
    user: User.describe('Account you’re signed in with.'),
  })
  .meta({ id: 'Session', description: 'Tokens of a new or refreshed session, and the account they belong to.' })
export type Session = z.output<typeof Session>

export const SessionSummary = z
  .object({
    id: idOf('ses').describe('ID to pass to `DELETE /auth/sessions/{id}` to end this session.'),
    current: z.boolean().describe('True for the session that made this request.'),
    userAgent: z.string().meta({
      description:
        '`User-Agent` header sent at sign-in, such as the name of a browser or program. Empty if none was sent.',
      example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }),
    ip: z.string().meta({
      description: 'IP address the sign-in came from. It doesn’t change when the session is used elsewhere.',
      example: '203.0.113.7',
    }),
    lastUsedAt: Time.describe('When the session last exchanged its refresh token, or signed in if it never did.'),
    createdAt: Time.describe('When this device signed in.'),
    updatedAt: Time.describe('Same as `lastUsedAt`.'),
    expiresAt: Time.describe(
      'When you have to sign in again: 30 days after sign-in, however often the session is used.',
    ),
  })
  .meta({ id: 'SessionSummary', description: 'A browser or program that is signed in to your account.' })
export type SessionSummary = z.output<typeof SessionSummary>
export const SessionList = z.object({
  items: z.array(SessionSummary).describe('Sessions that are signed in now, newest first.'),
  nextCursor: z.null().describe('Always null: the list has one page.'),
})
export const SessionParams = z.object({ id: idOf('ses').describe('Session to end, from `GET /auth/sessions`.') })

export const MfaSetup = z
  .object({
    secret: z.string().meta({
      description: 'Shared secret in Base32, for people who type it into their authenticator app by hand.',
      example: 'JBSWY3DPEHPK3PXP',
    }),
    otpauthUrl: z.string().meta({
      description: '`otpauth://` URL with the same secret. Show it as a QR code for the authenticator app to scan.',
      example: 'otpauth://totp/Longshore:ada%40example.com?issuer=Longshore&secret=JBSWY3DPEHPK3PXP',
    }),
  })
  .meta({ id: 'MfaSetup', description: 'Secret to add to an authenticator app. It isn’t active until you confirm it.' })
export const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string().meta({ description: 'Code that replaces an authenticator code once.', example: 'k3v9q-7mw2x' }))
      .describe('Ten one-time codes to sign in without your authenticator. Save them now: they’re never shown again.'),
  })
  .meta({ id: 'RecoveryCodes', description: 'Recovery codes for a lost authenticator.' })
