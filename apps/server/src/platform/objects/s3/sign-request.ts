/** AWS Signature Version 4 of a request whose body is known. */
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'

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

/** Returns the headers to send. */
export async function signRequest(request: UnsignedRequest, key: S3Key, now: Date): Promise<Record<string, string>> {
  // Without this header, aws4fetch wouldn't sign the body.
  const bodyHash = createHash('sha256').update(request.body).digest('hex')
  const signer = new AwsV4Signer({
    ...key,
    service: 's3',
    method: request.method,
    url: request.url.href,
    headers: { ...request.headers, 'x-amz-content-sha256': bodyHash },
    datetime: now.toISOString().replaceAll(/[-:]|\.\d{3}/g, ''),
    allHeaders: true,
  })
  const { headers } = await signer.sign()
  return Object.fromEntries(headers)
}

/** Escapes by RFC 3986, which is stricter than a URL: otherwise the store computes another signature. */
export function escapePart(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
