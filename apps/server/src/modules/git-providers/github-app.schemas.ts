/** GitHub Apps by GitHub's manifest flow: we say what the app should be, a person confirms it at GitHub. */
import { z } from 'zod'
import { Time } from '../../platform/ids/type-id.schemas.ts'
import { BaseUrl } from './git-providers.schemas.ts'

/** As stored with the provider. */
export const GithubApp = z.object({
  appId: z.string(),
  slug: z.string(),
  clientId: z.string(),
  /** Null until the app is installed: it sees no repository before. */
  installationId: z.string().nullable(),
})
export type GithubApp = z.output<typeof GithubApp>

const Login = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?$/, 'must be the login of an organisation')

export const StartAppBody = z
  .strictObject({
    baseUrl: BaseUrl.optional().meta({ description: 'Only for GitHub Enterprise Server.' }),
    organization: Login.optional().meta({ description: 'The app belongs to this GitHub organisation; else to you.' }),
  })
  .meta({ id: 'StartGithubAppRequest' })
export type StartApp = z.output<typeof StartAppBody>

export const AppRequest = z
  .object({
    url: z.string().meta({ description: 'POST a form with the field `manifest` there, in the browser.' }),
    manifest: z.string().meta({ description: 'JSON, for the form field.' }),
    state: z.string().meta({ description: 'Comes back with the code; give both to the complete operation.' }),
    expiresAt: Time,
  })
  .meta({ id: 'GithubAppRequest' })
export type AppRequest = z.output<typeof AppRequest>

export const CompleteAppBody = z
  .strictObject({
    code: z
      .string()
      .regex(/^[\w-]{10,200}$/, 'must be the code of GitHub’s redirect')
      .meta({ example: 'a180b1a3d263c81bc6441d7b990bae27d4c10679' }),
    state: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be the state of the request')
      .meta({ example: 'KqmvY2BbVnL9oQ1pT4xw0sHdR7uEjZc3fGiA5kMNyX8' }),
  })
  .meta({ id: 'CompleteGithubAppRequest' })
export type CompleteApp = z.output<typeof CompleteAppBody>
