/** GitHub Apps by GitHub's manifest flow: we describe the app, a user confirms it at GitHub. */
import { z } from 'zod'
import { Time } from '../../platform/ids/type-id.schemas.ts'
import { BaseUrl } from './git-providers.schemas.ts'

/** A GitHub App as stored with its Git provider. */
export const GithubApp = z.object({
  appId: z.string(),
  slug: z.string(),
  clientId: z.string(),
  /** Null until the app is installed; before that it sees no repository. */
  installationId: z.string().nullable(),
})
export type GithubApp = z.output<typeof GithubApp>

const Login = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?$/, "must be an organization's login")

export const StartAppBody = z
  .strictObject({
    baseUrl: BaseUrl.optional().meta({
      description: 'URL of your GitHub Enterprise Server. Leave it out for github.com.',
    }),
    organization: Login.optional().meta({
      description:
        'Login of the GitHub organization that will own the app. Without it, your personal GitHub account owns it.',
    }),
  })
  .meta({ id: 'StartGithubAppRequest' })
export type StartApp = z.output<typeof StartAppBody>

export const AppRequest = z
  .object({
    url: z.string().meta({
      description: 'Page at GitHub that your browser must send the manifest to, as a form with the field `manifest`.',
    }),
    manifest: z.string().meta({ description: 'Description of the app to create, as JSON text for the form field.' }),
    state: z.string().meta({
      description:
        'Random value that GitHub sends back together with the code. Pass both to `POST /git-providers/github-app/complete`.',
    }),
    expiresAt: Time.describe('When the request becomes invalid. Start again after that.'),
  })
  .meta({ id: 'GithubAppRequest', description: 'What your browser needs to create a GitHub App.' })
export type AppRequest = z.output<typeof AppRequest>

export const CompleteAppBody = z
  .strictObject({
    code: z
      .string()
      .regex(/^[\w-]{10,200}$/, "must be the code from GitHub's redirect")
      .meta({
        description: 'Temporary code from the URL that GitHub redirected you to.',
        example: 'a180b1a3d263c81bc6441d7b990bae27d4c10679',
      }),
    state: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be the state from the request')
      .meta({
        description: 'The `state` of the request you started, as GitHub returned it.',
        example: 'KqmvY2BbVnL9oQ1pT4xw0sHdR7uEjZc3fGiA5kMNyX8',
      }),
  })
  .meta({ id: 'CompleteGithubAppRequest' })
export type CompleteApp = z.output<typeof CompleteAppBody>
