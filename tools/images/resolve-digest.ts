/**
 * Requests the manifest of a tag from an image's registry. The digest is computed from the bytes of the response; a
 * registry that claims another one is rejected. Requests are anonymous: all images of a release are public.
 */
import { createHash } from 'node:crypto'
import { parseChallenge } from '../../apps/server/src/modules/registries/registry-challenge.policy.ts'
import { registryOf, registryUrl } from '../../apps/server/src/modules/registries/registry-host.policy.ts'

const timeoutMs = 30_000
const maxBytes = 4 << 20
const maxHops = 6
/** An index comes first: its digest covers the image of every architecture. */
const accept = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

export async function resolveDigest({ name, tag }: { name: string; tag: string }): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await ask(manifestUrl(name, tag), signal)
  if (response.status !== 200) throw new Error(`${name}:${tag}: the registry responds with ${response.status}`)
  const body = await readBody(response, `${name}:${tag}`)
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`
  const claimed = response.headers.get('docker-content-digest')
  if (claimed !== null && claimed !== digest)
    throw new Error(`${name}:${tag}: the registry claims ${claimed}, but its manifest has ${digest}`)
  return digest
}

function manifestUrl(name: string, tag: string): URL {
  const host = registryOf(name)
  const [first = ''] = name.split('/')
  const path = first.includes('.') || first.includes(':') ? name.slice(first.length + 1) : name
  const isLibrary = host === 'docker.io' && !path.includes('/')
  return new URL(`${isLibrary ? 'library/' : ''}${path}/manifests/${tag}`, registryUrl(host))
}

/** Follows redirects, because a registry can have several names, and fetches an anonymous token if required. */
async function ask(first: URL, signal: AbortSignal): Promise<Response> {
  let url = first
  let token: { origin: string; value: string } | undefined
  for (let hop = 0; hop < maxHops; hop += 1) {
    const authorization = token?.origin === url.origin ? { authorization: `Bearer ${token.value}` } : {}
    const response = await fetch(url, { headers: { accept, ...authorization }, redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      url = requireTls(new URL(location, url), first)
    } else if (response.status === 401 && token?.origin !== url.origin) {
      token = { origin: url.origin, value: await fetchToken(response, url, signal) }
    } else return response
    await response.body?.cancel()
  }
  throw new Error(`${first.href} redirects without end`)
}

async function fetchToken(refusal: Response, url: URL, signal: AbortSignal): Promise<string> {
  const challenge = parseChallenge(refusal.headers.get('www-authenticate') ?? '')
  if (challenge?.scheme !== 'bearer') throw new Error(`${url.host} wants an account`)
  const [, repository = ''] = /^\/v2\/(.+)\/manifests\//.exec(url.pathname) ?? []
  const service = requireTls(new URL(challenge.realm), url)
  if (challenge.service !== null) service.searchParams.set('service', challenge.service)
  service.searchParams.set('scope', `repository:${repository}:pull`)
  const response = await fetch(service, { redirect: 'error', signal })
  if (!response.ok) throw new Error(`${service.host} responds with ${response.status} instead of a token`)
  const granted: { token?: string; access_token?: string } = JSON.parse(
    (await readBody(response, service.host)).toString(),
  )
  const token = granted.token ?? granted.access_token
  if (token === undefined) throw new Error(`${service.host} gives no token`)
  return token
}

/** Only TLS authenticates the registry; one on this machine needs none, as in tests. */
function requireTls(url: URL, from: URL): URL {
  const isSamePlain = url.protocol === from.protocol && url.hostname === from.hostname
  if (url.protocol !== 'https:' && !isSamePlain) throw new Error(`${url.origin} has no TLS`)
  return url
}

async function readBody(response: Response, what: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`${what}: the response has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
