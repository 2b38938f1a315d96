/** How a repository is named in a request. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { RepositoryPath } from '../environments/source-names.schemas.ts'
import { isRepositoryName, parseRepositoryUrl } from './repository-names.policy.ts'

export const RepositoryName = z
  .string()
  .min(3)
  .max(500)
  .refine(isRepositoryName, 'must be owner/name as the Git provider shows it')
  .meta({ example: 'ada/shop' })

export const RepositoryUrl = z
  .string()
  .min(1)
  .max(2_000)
  .refine(
    (text) => parseRepositoryUrl(text) !== undefined,
    'must be an https address without user name, query or fragment, such as https://git.example.com/ada/shop',
  )
  .meta({ example: 'https://github.com/ada/shop' })

export const RepositoryBody = z
  .strictObject({
    providerId: idOf('git').nullable().optional().meta({ description: 'The account that may read it.' }),
    fullName: RepositoryName.optional().meta({ description: 'Goes with `providerId`.' }),
    url: RepositoryUrl.optional().meta({ description: 'Of a public repository, or of one of the account.' }),
    rootDirectory: RepositoryPath.optional().meta({ description: 'Only what is below this folder is looked at.' }),
  })
  .meta({ id: 'RepositoryRequest', description: 'Either `providerId` and `fullName`, or `url`.' })
export type RepositoryInput = z.output<typeof RepositoryBody>
