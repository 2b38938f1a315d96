/** V44: a credential in a URL is refused on every operation, whatever the parameter's name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AuthContext, inLanes, post, seedSession } from '../../support/auth/auth-context.ts'
import { call } from '../../support/client.ts'

const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../apps/server/openapi.json'), 'utf8'),
)

export async function proveTokenInUrl(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const session = await seedSession(context, 'url')
  const { token } = session
  const made = await post(instance, '/api-tokens', { name: 'url', scopes: ['organizations:read'] }, { token })
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, session.organizationId),
    })),
  )
  const extra = ['/health/live', '/health/ready', '/problems/not_found', '/nowhere'].map((path) => ({
    method: 'GET',
    path,
  }))
  const refused = await inLanes(8, [...routes, ...extra], async ({ method, path }) => {
    const answer = await call(instance, method, `${path}?access_token=${token}`, {
      ...(method === 'GET' ? {} : { body: {} }),
    })
    return { what: `${method} ${path}`, right: answer.status === 400 && answer.body.code === 'token_in_url' }
  })
  const passed = refused.filter((each) => !each.right).map((each) => each.what)
  report.figure('token_in_url', `${passed.length}/${refused.length}`)
  report.expect(refused.length > 30 && passed.length === 0, `a token in the URL is not refused at ${passed.join(', ')}`)
  const names = [
    'token', 'accessToken', 'ACCESS_TOKEN', 'Access-Token', 'access_token[]', 'authorization', 'Bearer', 'jwt', 'api_key', 'apiKey', 'id_token', 'x-access-token', 'auth', 'q', 'ticket', 'limit', '__proto__',
  ] // biome-ignore format: a list
  const forms = [
    ...names.map((name) => `${encodeURIComponent(name)}=${token}`),
    `x=1;access_token=${token}`,
    `q=${made.body.token}`,
    `q=Bearer%20${token}`,
    `token=x`,
    'access_token',
    `limit=5&access%5Ftoken=${token}`,
  ]
  const open = await inLanes(8, forms, async (query) => {
    // The header is valid, so only the URL can be the reason for the refusal.
    const answer = await call(instance, 'GET', `/api/v1/organizations?${query}`, { token })
    return answer.status < 400 ? [query.slice(0, 20)] : []
  })
  report.expect(open.flat().length === 0, `accepted with a token in the URL: ${open.flat().join(', ')}`)
}
