/** Shapes of repositories and branches as providers show them. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { wholeNumber } from '../../platform/pagination/whole-number.schemas.ts'

const Limit = wholeNumber({ min: 1, max: 100 }).default(20).meta({ description: 'Items per page.', example: 20 })
const OpaqueCursor = z
  .string()
  .max(1_000)
  .regex(/^[\w-]{1,1000}$/, 'is not a cursor of this API')
  .meta({ description: '`nextCursor` of the page before.' })

export const RepositoriesQuery = z.strictObject({
  q: z
    .string()
    .max(100)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must be one line')
    .optional()
    .meta({
      description: 'Part of the name; `owner/name` finds that repository even if it is not listed.',
      example: 'shop',
    }),
  providerId: idOf('git').optional().meta({ description: 'Only through this account.' }),
  limit: Limit,
  cursor: OpaqueCursor.optional(),
})
export type RepositoriesQuery = z.output<typeof RepositoriesQuery>

export const Repository = z
  .object({
    providerId: idOf('git'),
    id: z.string().meta({ description: 'The provider’s own id.' }),
    fullName: z.string().meta({ example: 'octo/shop' }),
    defaultBranch: z.string().nullable().meta({ description: 'Null while nothing was pushed.' }),
    private: z.boolean(),
    archived: z.boolean(),
    description: z.string().nullable(),
    pushedAt: Time.nullable(),
    url: z.string(),
  })
  .meta({ id: 'Repository' })
export type Repository = z.output<typeof Repository>

export const ProviderWarning = z
  .object({
    providerId: idOf('git'),
    accountLogin: z.string(),
    code: z.string().meta({ description: 'A problem code, `incomplete` or `items_dropped`.' }),
    message: z.string(),
  })
  .meta({ id: 'GitProviderWarning', description: 'What is missing from the answer, and why.' })
export type ProviderWarning = z.output<typeof ProviderWarning>

export const RepositoryPage = z
  .object({
    items: z.array(Repository),
    nextCursor: z.string().nullable(),
    warnings: z
      .array(ProviderWarning)
      .meta({ description: 'Providers that failed or were slow; the others’ items are here.' }),
  })
  .meta({ id: 'RepositoryPage' })
export type RepositoryPage = z.output<typeof RepositoryPage>

export const BranchesQuery = z.strictObject({ limit: Limit, cursor: OpaqueCursor.optional() })
export type BranchesQuery = z.output<typeof BranchesQuery>

export const Branch = z
  .object({ name: z.string(), commit: z.string(), protected: z.boolean(), isDefault: z.boolean() })
  .meta({ id: 'Branch' })

export const BranchPage = z
  .object({
    items: z.array(Branch),
    nextCursor: z.string().nullable(),
    defaultBranch: z.string().nullable().meta({ description: 'Also when it is on another page; null while empty.' }),
  })
  .meta({ id: 'BranchPage' })
export type BranchPage = z.output<typeof BranchPage>
