/** Schemas of repositories and branches. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'

const Limit = wholeNumber({ min: 1, max: 100 })
  .default(20)
  .meta({ description: 'Maximum number of items in one response, from 1 to 100.', example: 20 })
const OpaqueCursor = z
  .string()
  .max(1_000)
  .regex(/^[\w-]{1,1000}$/, "isn't a valid cursor")
  .meta({
    description:
      'Opaque position in the list: the `nextCursor` of the previous page. Leave it out to start at the first page.',
  })

export const RepositoriesQuery = z.strictObject({
  q: z
    .string()
    .max(100)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be a single line')
    .optional()
    .meta({
      description:
        'Part of the repository name to search for. A full `owner/name` finds that repository even if the Git provider does not list it.',
      example: 'shop',
    }),
  providerId: idOf('git').optional().meta({
    description: 'Searches only with this Git provider connection. Without it, all connections are searched.',
  }),
  limit: Limit,
  cursor: OpaqueCursor.optional(),
})
export type RepositoriesQuery = z.output<typeof RepositoriesQuery>

export const Repository = z
  .object({
    providerId: idOf('git').describe('Git provider connection through which the repository was found.'),
    id: z
      .string()
      .meta({ description: 'Identifier that the Git provider uses. It survives a rename.', example: '48296651' }),
    fullName: z
      .string()
      .meta({ description: 'Owner and name, as in the URL of the repository.', example: 'octo/shop' }),
    defaultBranch: z
      .string()
      .nullable()
      .meta({ description: 'Branch that new clones start with. Null while the repository is empty.', example: 'main' }),
    private: z.boolean().describe('Whether only invited people can read the code.'),
    archived: z.boolean().describe('Whether the owner made the repository read-only.'),
    description: z.string().nullable().describe('One-line text by the owner. Null if there is none.'),
    pushedAt: Time.nullable().describe('When someone last pushed a commit. Null if the Git provider does not say.'),
    url: z.string().describe('Page of the repository at the Git provider.'),
  })
  .meta({ id: 'Repository', description: 'A repository that one of your Git provider connections can read.' })
export type Repository = z.output<typeof Repository>

export const ProviderWarning = z
  .object({
    providerId: idOf('git').describe('Git provider connection whose results are missing.'),
    accountLogin: z.string().describe('User or organization at the Git provider, to show to people.'),
    code: z.string().meta({
      description:
        'Machine-readable reason: the code of an error, `incomplete` for a partial result, or `items_dropped` for unreadable items.',
      example: 'incomplete',
    }),
    message: z.string().describe('What is missing and why, in a sentence for people.'),
  })
  .meta({ id: 'GitProviderWarning', description: 'Says which results are missing from a response, and why.' })
export type ProviderWarning = z.output<typeof ProviderWarning>

export const RepositoryPage = z
  .object({
    items: z.array(Repository).describe('Repositories, best match first, then by newest push.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` to get the next page. It is null on the last page.'),
    warnings: z.array(ProviderWarning).meta({
      description: 'Git provider connections that failed or were too slow. The results of all others are complete.',
    }),
  })
  .meta({ id: 'RepositoryPage' })
export type RepositoryPage = z.output<typeof RepositoryPage>

export const BranchesQuery = z.strictObject({ limit: Limit, cursor: OpaqueCursor.optional() })
export type BranchesQuery = z.output<typeof BranchesQuery>

export const Branch = z
  .object({
    name: z.string().meta({ description: 'Branch name, without `refs/heads/`.', example: 'main' }),
    commit: z.string().describe('Full SHA of the newest commit.'),
    protected: z.boolean().describe('Whether the Git provider restricts who can push to it.'),
    isDefault: z.boolean().describe('Whether new clones of the repository start with it.'),
  })
  .meta({ id: 'Branch' })

export const BranchPage = z
  .object({
    items: z.array(Branch).describe('Branches in the order of the Git provider.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` to get the next page. It is null on the last page.'),
    defaultBranch: z.string().nullable().meta({
      description: 'Branch that new clones start with, named on every page. Null while the repository is empty.',
    }),
  })
  .meta({ id: 'BranchPage' })
export type BranchPage = z.output<typeof BranchPage>
