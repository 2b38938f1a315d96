/** Shapes of organisations, members, invitations and API tokens. */
import { z } from 'zod'
import { permissions, roles } from '../../platform/access/permissions.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { EmailAddress, ShortText } from '../accounts/accounts.schemas.ts'
import { LeftOver } from '../organization-removal/left-over.schemas.ts'
import { quotaNames } from './quotas.policy.ts'

export const RoleName = z.enum(roles).meta({ id: 'Role' })
const Quotas = z.record(z.enum(quotaNames), z.int().min(0).max(1e15)).meta({ id: 'Quotas' })

export const Organization = z
  .object({
    id: idOf('org'),
    name: z.string(),
    personal: z.boolean(),
    role: RoleName,
    quotas: Quotas,
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Organization' })
export type Organization = z.output<typeof Organization>

export const CreateOrganizationBody = z.strictObject({ name: ShortText }).meta({ id: 'CreateOrganizationRequest' })
export const UpdateOrganizationBody = z
  .strictObject({
    name: ShortText.optional(),
    quotas: z.partialRecord(z.enum(quotaNames), z.int().min(0).max(1e15)).optional(),
  })
  .meta({ id: 'UpdateOrganizationRequest' })
export const OrganizationParams = z.object({ id: idOf('org') })

const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const DeleteOrganizationQuery = z.strictObject({
  force: QueryFlag.optional().meta({
    description: 'Also when a server can’t be reached: what is on it stays there.',
    example: 'true',
  }),
})

export const OrganizationDeletion = z
  .object({
    id: idOf('org'),
    name: z.string(),
    dueAt: Time.meta({ description: 'When the removal begins.' }),
    isForced: z.boolean().meta({ description: 'What can’t be reached does not keep the organization.' }),
    triedAt: Time.nullable().meta({ description: 'Last try; null before the first one.' }),
    left: z.array(LeftOver).meta({ description: 'What the last try could not remove.' }),
  })
  .meta({ id: 'OrganizationDeletion' })
export type OrganizationDeletion = z.output<typeof OrganizationDeletion>

export const Member = z
  .object({
    id: idOf('mem'),
    userId: idOf('usr'),
    email: z.string(),
    name: z.string(),
    role: RoleName,
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof Member>
export const MemberParams = z.object({ id: idOf('org'), memberId: idOf('mem') })
export const UpdateMemberBody = z.strictObject({ role: RoleName }).meta({ id: 'UpdateMemberRequest' })

export const Invitation = z
  .object({ id: idOf('inv'), email: z.string(), role: RoleName, expiresAt: Time, createdAt: Time, updatedAt: Time })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>
export const CreatedInvitation = Invitation.extend({
  link: z.string().meta({ description: 'One-time link, shown only now; also mailed.' }),
}).meta({ id: 'CreatedInvitation' })
export type CreatedInvitation = z.output<typeof CreatedInvitation>
export const CreateInvitationBody = z
  .strictObject({ email: EmailAddress, role: RoleName })
  .meta({ id: 'CreateInvitationRequest' })
export const InvitationParams = z.object({ id: idOf('org'), invitationId: idOf('inv') })
export const AcceptInvitationBody = z
  .strictObject({ token: z.string().regex(/^[\w-]{16,128}$/) })
  .meta({ id: 'AcceptInvitationRequest' })

/** An address or network, IPv4 or IPv6. */
const IpRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

export const ApiToken = z
  .object({
    id: idOf('tok'),
    name: z.string(),
    hint: z.string().meta({ description: 'The last four characters.' }),
    scopes: z.array(z.enum(permissions)),
    ipRanges: z.array(z.string()),
    projectIds: z.array(idOf('prj')),
    createdBy: idOf('usr'),
    expiresAt: Time.nullable(),
    lastUsedAt: Time.nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.output<typeof ApiToken>
export const CreatedApiToken = ApiToken.extend({ token: z.string().meta({ description: 'Shown only now.' }) }).meta({
  id: 'CreatedApiToken',
})
export type CreatedApiToken = z.output<typeof CreatedApiToken>
export const CreateApiTokenBody = z
  .strictObject({
    name: ShortText,
    scopes: z.array(z.enum(permissions)).min(1).max(permissions.length),
    expiresAt: Time.optional(),
    ipRanges: z.array(IpRange).max(20).default([]),
    projectIds: z.array(idOf('prj')).max(50).default([]),
  })
  .meta({ id: 'CreateApiTokenRequest' })
export type CreateApiToken = z.output<typeof CreateApiTokenBody>
export const ApiTokenParams = z.object({ id: idOf('tok') })
