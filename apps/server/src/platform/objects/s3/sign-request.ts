/** AWS Signature Version 4 of a request whose body is known. */
import { createHash, createHmac } from 'node:crypto'

export interface S3Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

export interface UnsignedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const algorithm = 'AWS4-HMAC-SHA256'

/** Returns the headers to send. */
export function signRequest(request: UnsignedRequest, key: S3Key, now: Date): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const bodyHash = sha256(request.body)
  const headers = { ...request.headers, host: request.url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time }
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${Reflect.get(headers, name)}\n`).join('')
  const signedNames = names.join(';')
  const canonical = [request.method, request.url.pathname, queryOf(request.url), lines, signedNames, bodyHash].join(
    '\n',
  )
  const scope = `${day}/${key.region}/s3/aws4_request`
  const text = [algorithm, time, scope, sha256(canonical)].join('\n')
  const signature = hmac(signingKey(key, day), text).toString('hex')
  const { host: _, ...sent } = headers
  const authorization = `${algorithm} Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`
  return { ...sent, authorization }
}

function signingKey({ secretAccessKey, region }: S3Key, day: string): Buffer {
  return [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
}

/** Sorts and escapes the query by RFC 3986, which is stricter than a URL. */
function queryOf(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${escapeQuery(name)}=${escapeQuery(value)}`)
    .toSorted()
    .join('&')
}

export function escapeQuery(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: Uint8Array | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
