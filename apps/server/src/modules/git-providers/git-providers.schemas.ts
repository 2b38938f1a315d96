/** Shapes of Git providers, their repositories and branches. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import {
  isBaseUrl,
  isFullName,
  isProviderRepositoryId,
  isRepositoryName,
  normaliseBaseUrl,
} from './provider-address.policy.ts'

export const providerKinds = ['github', 'gitlab', 'bitbucket', 'gitea'] as const
export const ProviderKind = z
  .enum(providerKinds)
  .meta({ id: 'GitProviderKind', description: '`gitea` is for Forgejo too, `bitbucket` for Bitbucket Cloud.' })
export type ProviderKind = z.output<typeof ProviderKind>

export const providerStatuses = ['connected', 'invalid'] as const
export type ProviderStatus = (typeof providerStatuses)[number]

export const ProviderProblem = z
  .object({ code: z.string(), title: z.string(), detail: z.string(), hint: z.string() })
  .meta({ id: 'GitProviderProblem', description: 'Why a provider cannot be used, and what to do about it.' })
export type ProviderProblem = z.output<typeof ProviderProblem>

export const BaseUrl = z
  .string()
  .max(300)
  .overwrite(normaliseBaseUrl)
  .refine(isBaseUrl, 'must be an http or https address without user, query and fragment')
  .meta({ description: 'Where you browse the provider. Needed for your own GitLab, Gitea or GitHub Enterprise.' })

export const SaveTokenBody = z
  .strictObject({
    kind: ProviderKind,
    token: z
      .string()
      .min(8)
      .max(2_048)
      .regex(/^[\x21-\x7e]+$/, 'must be a token as the provider shows it, without spaces')
      .meta({ description: 'Stored sealed, never shown again.', writeOnly: true }),
    baseUrl: BaseUrl.optional(),
    username: z.email().max(254).optional().meta({
      description: 'Only for API tokens of Bitbucket: the e-mail address of the Atlassian account.',
    }),
  })
  .meta({ id: 'SaveGitTokenRequest' })
export type SaveToken = z.output<typeof SaveTokenBody>

export const ProviderParams = z.strictObject({ id: idOf('git') })
export const DeleteProviderQuery = z.strictObject({
  force: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'Also when projects use it: they stay, and cannot fetch any more.' }),
})
export type DeleteProvider = z.output<typeof DeleteProviderQuery>

export const GitProvider = z
  .object({
    id: idOf('git'),
    kind: ProviderKind,
    auth: z.enum(['token', 'app']).meta({ description: 'A token, or a GitHub App of your own.' }),
    baseUrl: z.string(),
    accountLogin: z.string(),
    scopes: z.array(z.string()).meta({ description: 'What the credential may do, in the provider’s words.' }),
    missingScopes: z.array(z.string()).meta({
      description: 'What it may not do and what some feature needs; empty if all is well or nothing is known.',
    }),
    status: z.enum(providerStatuses),
    problem: ProviderProblem.nullable(),
    installUrl: z.string().nullable().meta({ description: 'For a GitHub App: where repositories are handed to it.' }),
    lastCheckedAt: Time,
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'GitProvider' })
export type GitProvider = z.output<typeof GitProvider>

export const RepositoryParams = z.strictObject({
  providerId: idOf('git'),
  repo: z
    .string()
    .max(300)
    .refine(
      (text) => isFullName(text) || isRepositoryName(text) || isProviderRepositoryId(text),
      'must be owner/name, URL-encoded, the name alone, or the provider’s identifier',
    )
    .meta({
      description:
        '`owner/name`, URL-encoded as one segment; the name alone, if this account sees exactly one repository of that name; or the provider’s identifier.',
      example: 'octo%2Fshop',
    }),
})
