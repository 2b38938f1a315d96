/** The last step of GitHub's manifest flow: exchanges a one-time code for the new app and its key. */
import { z } from 'zod'
import { apiUrlOf } from './api-url.policy.ts'
import type { Call } from './git.client.ts'
import type { ClientParts } from './git-client-factory.client.ts'
import { githubHeaders } from './github.client.ts'
import { IdText, LoginText, readOne } from './parse-response.client.ts'
import { createProviderHttp } from './provider-http.client.ts'

const Conversion = z.object({
  id: IdText,
  slug: z.string().regex(/^[\w-]{1,100}$/),
  client_id: z.string().regex(/^[\w.-]{1,100}$/),
  owner: z.object({ login: LoginText }),
  pem: z.string().max(16_384).startsWith('-----BEGIN '),
})

export async function convertManifestCode(
  parts: ClientParts,
  { baseUrl, code, scope }: { baseUrl: string; code: string; scope: string },
  call: Call,
) {
  const http = createProviderHttp({
    ...parts,
    apiUrl: apiUrlOf('github', baseUrl),
    headers: githubHeaders,
    authorize: async () => ({}),
    scope,
  })
  const answer = await http.send('POST', `/app-manifests/${encodeURIComponent(code)}/conversions`, {}, call)
  const { id, slug, client_id: clientId, owner, pem } = readOne(answer, Conversion)
  return { appId: id, slug, clientId, owner: owner.login, key: pem }
}
