/** Schemas of organizations, members, invitations and API tokens. */
import { z } from 'zod'
import {
  listDescriptions,
  permissionDescriptions,
  roleDescriptions,
} from '../../platform/access/permission-descriptions.schemas.ts'
import { permissions, roles } from '../../platform/access/permissions.ts'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { EmailAddress, ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { Leftover } from '../instance/organization-removal/leftover.schemas.ts'
import { quotaNames } from './quotas.policy.ts'

export const RoleName = z.enum(roles).meta({
  id: 'Role',
  description: `What a member is allowed to do; each role includes the ones before it. ${listDescriptions(roleDescriptions)}`,
})
const QuotaName = z
  .enum(quotaNames)
  .describe(
    'What is limited. `members`, `apiTokens`, `projects`, `environments`, `servers`, `gitProviders`, `registries`, `backupDestinations`, `domains`, `connectors`: how many of them can exist. `queuedDeployments`: how many deployments can wait at the same time.',
  )
const Quotas = z.record(QuotaName, z.int().min(0).max(1e15)).meta({
  id: 'Quotas',
  description: 'Limits of the organization by name. Each is the largest number that can exist at the same time.',
})

export const Organization = z
  .object({
    id: idOf('org'),
    name: z.string().meta({ description: 'Display name that all members see.', example: 'Acme' }),
    role: RoleName.describe(
      'Your role, which decides what you can change: `viewer`, `developer`, `admin`, or `owner`.',
    ),
    quotas: Quotas,
    version: Version,
    createdAt: Time.describe('When someone founded the organization.'),
    updatedAt: Time.describe('When its name or quotas last changed.'),
  })
  .meta({ id: 'Organization', description: 'Owns projects, servers, and everything else, and has members.' })
export type Organization = z.output<typeof Organization>

export const CreateOrganizationBody = z
  .strictObject({ name: ShortText.describe('Display name that all members see, 1 to 100 characters.') })
  .meta({ id: 'CreateOrganizationRequest' })
export const UpdateOrganizationBody = z
  .strictObject({
    name: ShortText.optional().describe('New display name that all members see.'),
    quotas: z
      .partialRecord(QuotaName, z.int().min(0).max(1e15))
      .optional()
      .describe('New limits by name. Limits you leave out stay. Above the default, only an operator can raise them.'),
  })
  .meta({ id: 'UpdateOrganizationRequest' })
export const OrganizationParams = z.object({ id: idOf('org') })

const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const DeleteOrganizationQuery = z.strictObject({
  force: QueryFlag.optional().meta({
    description: 'Deletes the organization even if a server is unreachable. Containers and data stay on that server.',
    example: 'true',
  }),
})

export const OrganizationDeletion = z
  .object({
    id: idOf('org'),
    name: z.string().describe('Display name before the deletion, so that you recognize it.'),
    dueAt: Time.meta({ description: 'When Longshore starts to remove everything, seven days after the request.' }),
    isForced: z
      .boolean()
      .meta({ description: 'Whether the deletion continues without resources that are unreachable.' }),
    lastAttemptAt: Time.nullable().meta({
      description: 'When Longshore last tried to remove everything. Null before the first attempt.',
    }),
    remaining: z
      .array(Leftover)
      .meta({ description: 'Resources that the last attempt could not remove. Empty if there are none.' }),
  })
  .meta({ id: 'OrganizationDeletion', description: 'Progress of the deletion of an organization.' })
export type OrganizationDeletion = z.output<typeof OrganizationDeletion>

export const Member = z
  .object({
    id: idOf('mem'),
    userId: idOf('usr'),
    email: z.string().meta({ description: 'Email address that the person signs in with.', example: 'ada@example.com' }),
    name: z.string().meta({ description: 'Display name that the person chose.', example: 'Ada' }),
    role: RoleName,
    version: Version,
    createdAt: Time.describe('When the person joined the organization.'),
    updatedAt: Time.describe('When the role last changed.'),
  })
  .meta({ id: 'Member', description: 'A person in an organization.' })
export type Member = z.output<typeof Member>
export const MemberParams = z.object({ id: idOf('org'), memberId: idOf('mem') })
export const UpdateMemberBody = z
  .strictObject({
    role: RoleName.describe(
      'New role: `viewer`, `developer`, `admin`, or `owner`. You can only give roles within your own permissions.',
    ),
  })
  .meta({ id: 'UpdateMemberRequest' })

export const Invitation = z
  .object({
    id: idOf('inv'),
    email: z.string().meta({
      description: 'Email address of the invited person. Only an account with this email address can accept.',
      example: 'grace@example.com',
    }),
    role: RoleName.describe('Role that the person gets on joining.'),
    expiresAt: Time.describe('When the link stops working, seven days after it was created.'),
    createdAt: Time.describe('When someone sent the invitation.'),
    updatedAt: Time.describe('When the record of the invitation last changed.'),
  })
  .meta({ id: 'Invitation', description: 'An open invitation to join an organization.' })
export type Invitation = z.output<typeof Invitation>
export const CreatedInvitation = Invitation.extend({
  link: z.string().meta({
    description:
      'Single-use link that accepts the invitation. This is the only response that contains it; it is also sent by email if a mail server is set up.',
  }),
}).meta({ id: 'CreatedInvitation' })
export type CreatedInvitation = z.output<typeof CreatedInvitation>
export const CreateInvitationBody = z
  .strictObject({
    email: EmailAddress.describe('Email address of the person to invite.'),
    role: RoleName.describe(
      'Role that the person gets: `viewer`, `developer`, `admin`, or `owner`. It must be within your own permissions.',
    ),
  })
  .meta({ id: 'CreateInvitationRequest' })
export const InvitationParams = z.object({ id: idOf('org'), invitationId: idOf('inv') })
export const AcceptInvitationBody = z
  .strictObject({
    token: z
      .string()
      .regex(/^[\w-]{16,128}$/)
      .describe('Secret from the invitation link: the text after `token=`.'),
  })
  .meta({ id: 'AcceptInvitationRequest' })
export const PreviewInvitationBody = AcceptInvitationBody.meta({ id: 'PreviewInvitationRequest' })
export const InvitationPreview = z
  .object({
    organization: z
      .string()
      .meta({ description: 'Name of the organization that the person is invited to.', example: 'Acme' }),
    invitedBy: z.string().nullable().meta({
      description: 'Name or email address of the person who sent the invitation. Null if that account is deleted.',
      example: 'Ada Lovelace',
    }),
    email: z.string().meta({
      description: 'Email address of the invited person. Only an account with this email address can accept.',
      example: 'grace@example.com',
    }),
    role: RoleName.describe('Role that the person gets on joining.'),
    expiresAt: Time.describe('When the link stops working.'),
  })
  .meta({ id: 'InvitationPreview', description: 'What an invitation is about, for the person who opens its link.' })
export type InvitationPreview = z.output<typeof InvitationPreview>

/** An IPv4 or IPv6 address or network. */
const IpRange = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .describe('IP address or network in CIDR notation.')

const Scope = z.enum(permissions).describe(`Permission of the token. ${listDescriptions(permissionDescriptions)}`)

export const ApiToken = z
  .object({
    id: idOf('tok'),
    name: z.string().meta({ description: 'Display name that says what the token is for.', example: 'CI' }),
    hint: z.string().meta({ description: 'Last four characters of the token, to recognize it by.', example: 'x7Kd' }),
    scopes: z.array(Scope).describe('Permissions of the token. It can never do more than the person who created it.'),
    ipRanges: z
      .array(z.string())
      .describe('IP addresses and networks that can use the token. An empty list allows all.'),
    projectIds: z
      .array(idOf('prj'))
      .describe('Projects that the token can see. An empty list allows all projects of the organization.'),
    createdBy: idOf('usr').describe('Person who created the token and whose permissions limit it.'),
    expiresAt: Time.nullable().describe('When the token stops working. Null if it does not expire.'),
    lastUsedAt: Time.nullable().describe('When a request last used the token. Null if none has.'),
    createdAt: Time.describe('Time of issue, to find old tokens that you should replace.'),
    updatedAt: Time.describe('When the record of the token last changed.'),
  })
  .meta({
    id: 'ApiToken',
    description: 'A credential for programs. The token itself is only in the response that creates it.',
  })
export type ApiToken = z.output<typeof ApiToken>
export const CreatedApiToken = ApiToken.extend({
  token: z.string().meta({
    description: 'The secret to send as `Authorization: Bearer …`. This is the only response that contains it.',
  }),
}).meta({
  id: 'CreatedApiToken',
})
export type CreatedApiToken = z.output<typeof CreatedApiToken>
export const CreateApiTokenBody = z
  .strictObject({
    name: ShortText.describe('Display name that says what the token is for.'),
    scopes: z.array(Scope).min(1).max(permissions.length).describe('Permissions of the token, at most your own.'),
    expiresAt: Time.optional().describe('When the token stops working. Without it, the token does not expire.'),
    ipRanges: z
      .array(IpRange)
      .max(20)
      .default([])
      .describe('IP addresses and networks that can use the token, at most 20. An empty list allows all.'),
    projectIds: z
      .array(idOf('prj'))
      .max(50)
      .default([])
      .describe('Projects that the token can see, at most 50. An empty list allows all.'),
  })
  .meta({ id: 'CreateApiTokenRequest' })
export type CreateApiToken = z.output<typeof CreateApiTokenBody>
export const ApiTokenParams = z.object({ id: idOf('tok') })
