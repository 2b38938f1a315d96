/** Repository fields of a request. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { RepositoryPath } from '../environments/source-names.schemas.ts'
import { isRepositoryName, parseRepositoryUrl } from './repository-names.policy.ts'

export const RepositoryName = z
  .string()
  .min(3)
  .max(500)
  .refine(isRepositoryName, 'must be owner/name as the Git provider shows it')
  .meta({ description: 'Repository as `owner/name`, as the Git provider shows it.', example: 'ada/shop' })

export const RepositoryUrl = z
  .string()
  .min(1)
  .max(2_000)
  .refine(
    (text) => parseRepositoryUrl(text) !== undefined,
    'must be an HTTPS URL without a username, query, or fragment, such as https://git.example.com/ada/shop',
  )
  .meta({
    description: 'HTTPS URL of the repository, without user name, query string, or fragment.',
    example: 'https://github.com/ada/shop',
  })

export const RepositoryBody = z
  .strictObject({
    providerId: idOf('git').nullable().optional().meta({
      description: 'Git provider connection that can read the repository. Null reads it without a credential.',
    }),
    fullName: RepositoryName.optional().meta({ description: 'Repository as `owner/name`. Requires `providerId`.' }),
    url: RepositoryUrl.optional().meta({
      description: 'HTTPS URL of a public repository, or of one that the Git provider connection can read.',
    }),
    rootDirectory: RepositoryPath.optional().meta({
      description: 'Only directory to read, relative to the repository root. Use it for a monorepo.',
    }),
  })
  .meta({ id: 'RepositoryRequest', description: 'Names a repository by `providerId` and `fullName`, or by `url`.' })
export type RepositoryInput = z.output<typeof RepositoryBody>
