/** Schemas of Git providers, their repositories and branches. */
import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import {
  isBaseUrl,
  isFullName,
  isProviderRepositoryId,
  isRepositoryName,
  normalizeBaseUrl,
} from './provider-address.policy.ts'

export const providerKinds = ['github', 'gitlab', 'bitbucket', 'gitea'] as const
export const ProviderKind = z.enum(providerKinds).meta({
  id: 'GitProviderKind',
  description:
    'Git provider software. `github`: GitHub or GitHub Enterprise. `gitlab`: GitLab. `bitbucket`: Bitbucket Cloud. `gitea`: Gitea or Forgejo.',
})
export type ProviderKind = z.output<typeof ProviderKind>

export const providerStatuses = ['connected', 'invalid'] as const
export type ProviderStatus = (typeof providerStatuses)[number]

export const ProviderProblem = z
  .object({
    code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
    title: z.string().describe('Short summary of the problem, for a headline.'),
    detail: z.string().describe('What the Git provider answered, in a sentence for people.'),
    hint: z.string().describe('What you can do to make the connection work again.'),
  })
  .meta({
    id: 'GitProviderProblem',
    description: 'Why a Git provider connection cannot be used, and what to do about it.',
  })
export type ProviderProblem = z.output<typeof ProviderProblem>

export const BaseUrl = z
  .string()
  .max(300)
  .overwrite(normalizeBaseUrl)
  .refine(isBaseUrl, 'must be an HTTP or HTTPS URL without user, query, or fragment')
  .meta({
    description:
      'URL at which you open the Git provider in a browser. Required for your own GitLab, Gitea, or GitHub Enterprise; leave it out for the public services.',
  })

export const SaveTokenBody = z
  .strictObject({
    kind: ProviderKind.describe(
      'Git provider that issued the token: `github`, `gitlab`, `bitbucket`, or `gitea` (also for Forgejo).',
    ),
    token: z
      .string()
      .min(8)
      .max(2_048)
      .regex(/^[\x21-\x7e]+$/, 'must be a token without spaces')
      .meta({
        description: 'Access token from the Git provider. It is stored encrypted and never shown again.',
        writeOnly: true,
      }),
    baseUrl: BaseUrl.optional(),
    username: z.email().max(254).optional().meta({
      description: 'Email address of the Atlassian account. Only needed for Bitbucket API tokens.',
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
    .meta({
      description: 'Disconnects even if projects use the connection. The projects stay, but can no longer fetch code.',
    }),
})
export type DeleteProvider = z.output<typeof DeleteProviderQuery>

export const GitProvider = z
  .object({
    id: idOf('git'),
    kind: ProviderKind,
    auth: z
      .enum(['token', 'app'])
      .meta({ description: 'How Longshore signs in. `token`: with an access token. `app`: with your own GitHub App.' }),
    baseUrl: z
      .string()
      .meta({ description: 'URL at which you open the Git provider in a browser.', example: 'https://github.com' }),
    accountLogin: z.string().meta({
      description: 'User or organization at the Git provider that the credential belongs to.',
      example: 'octocat',
    }),
    username: z.string().nullable().meta({
      description: 'Email address of the Atlassian account that goes with a Bitbucket API token. Null for all others.',
      example: null,
    }),
    scopes: z.array(z.string()).meta({
      description:
        'Permissions of the credential, in the terms of the Git provider. Gitea and Forgejo don’t report them, so the list has only those that Longshore has tested.',
    }),
    missingScopes: z.array(z.string()).meta({
      description:
        'Permissions that some features of Longshore need and the credential lacks. Empty if nothing is missing, or if the Git provider does not report them.',
    }),
    status: z
      .enum(providerStatuses)
      .describe(
        'Result of the last check. `connected`: the Git provider accepts the credential. `invalid`: it refuses it; see `problem`.',
      ),
    problem: ProviderProblem.nullable().describe('Why the connection cannot be used. Null if it works.'),
    installUrl: z.string().nullable().meta({
      description: 'Page at GitHub where you choose which repositories the GitHub App can read. Null for tokens.',
    }),
    lastCheckedAt: Time.describe('When Longshore last tested the credential with the Git provider.'),
    version: Version,
    createdAt: Time.describe('When the connection was first saved.'),
    updatedAt: Time.describe('When its credential or its status last changed.'),
  })
  .meta({
    id: 'GitProvider',
    description: 'A connection to a Git provider. Its credential is never part of a response.',
  })
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
        'Repository as `owner/name`, URL-encoded into one segment. The name alone also works if it is unique for this connection, and so does the ID that the Git provider uses.',
      example: 'octo%2Fshop',
    }),
})
