/** Requests to one bucket: signed, retried where that helps, with readable errors. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Outbound } from '../../outbound/outbound.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import type { OutboundMethod, OutboundResponse } from '../../outbound/outbound-request.ts'
import type { Secret } from '../../secrets/secret.ts'
import { ObjectStoreError, type ObjectStoreFault } from '../object-store-error.ts'
import { readXml, textOf } from './read-xml.ts'
import { escapePart, signRequest } from './sign-request.ts'

export interface S3Bucket {
  /** For example `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: Secret
  /** True: the bucket is in the path; false: it is the first label of the hostname, as at Amazon. */
  readonly isPathStyle: boolean
}

export interface S3Request {
  readonly method: OutboundMethod
  /** Omit it to address the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly maximumBytes?: number
  /** An error status (400 or above) that this request expects. */
  readonly accepts?: number
  readonly signal: AbortSignal
}

export interface S3Client {
  send(request: S3Request): Promise<OutboundResponse>
}

const maxTries = 5
const firstPauseMs = 300
const maxErrorBytes = 65_536
const nothing = new Uint8Array()
// A part can take long on a slow connection.
const limits = { connectMs: 10_000, firstByteMs: 120_000, totalMs: 300_000 }

export function createS3Client(outbound: Outbound, bucket: S3Bucket, scope: string): S3Client {
  async function attempt(request: S3Request): Promise<OutboundResponse> {
    const { method, key, query = {}, headers = {}, body = nothing, signal, maximumBytes } = request
    const url = urlOf(bucket, key, query)
    const { accessKeyId, region } = bucket
    const signing = { accessKeyId, region, secretAccessKey: bucket.secretAccessKey.reveal() }
    const sent = await signRequest({ method, url, headers, body }, signing, new Date())
    const given = method === 'GET' || method === 'DELETE' ? {} : { body }
    const more = maximumBytes === undefined ? {} : { maximumBytes }
    return await outbound.request({ url: url.href, method, headers: sent, ...given, ...more, signal, scope, limits })
  }
  return {
    async send(request) {
      for (let tries = 1; ; tries += 1) {
        const outcome = await attempt(request).catch((error: unknown) => toFailure(error))
        const isLast = tries === maxTries
        if (outcome instanceof ObjectStoreError) {
          if (isLast) throw outcome
        } else if (outcome.status < 400 || outcome.status === request.accepts) return outcome
        else if (isLast || !isTransient(outcome.status)) throw refusalOf(outcome, request.key)
        await delay(firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random()), undefined, { signal: request.signal })
      }
    },
  }
}

function urlOf(
  { endpoint, bucket, isPathStyle }: S3Bucket,
  key: string | undefined,
  query: Readonly<Record<string, string>>,
): URL {
  const url = new URL(endpoint)
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`
  const path = (key ?? '').split('/').map(escapePart).join('/')
  url.pathname = `${isPathStyle ? `/${bucket}` : ''}/${path}`
  url.search = Object.entries(query)
    .map(([name, value]) => `${escapePart(name)}=${escapePart(value)}`)
    .join('&')
  return url
}

function toFailure(error: unknown): ObjectStoreError {
  const isOver =
    error instanceof OutboundError && (error.failure === 'address_not_allowed' || error.failure === 'plain_http')
  if (!(error instanceof OutboundError) || isOver) throw error
  return new ObjectStoreError('store_unreachable', { detail: error.message, cause: error })
}

/** Whether the status is temporary: rate limiting, or a server error. */
function isTransient(status: number): boolean {
  return status === 429 || status === 408 || (status >= 500 && status !== 501 && status !== 507)
}

const faults: Record<string, ObjectStoreFault> = {
  NoSuchKey: 'not_found',
  NoSuchUpload: 'not_found',
  NoSuchBucket: 'bucket_not_found',
  AccessDenied: 'access_refused',
  InvalidAccessKeyId: 'access_refused',
  SignatureDoesNotMatch: 'access_refused',
  AllAccessDisabled: 'access_refused',
  QuotaExceeded: 'store_full',
  EntityTooLarge: 'content_too_large',
  ObjectLockConfigurationNotFoundError: 'lock_unavailable',
  NoSuchObjectLockConfiguration: 'not_found',
}

export function refusalOf({ status, body }: OutboundResponse, key: string | undefined): ObjectStoreError {
  const code = textOf(readXml(body.toString('utf8', 0, maxErrorBytes)), 'Code') ?? ''
  const known = faults[code]
  // The text comes from the store: show only its code, and only if it looks like one.
  const detail = /^[A-Za-z]{1,60}$/.test(code) ? code : `status ${status}`
  if (known !== undefined) return new ObjectStoreError(known, { detail })
  if (status === 403 || status === 401) return new ObjectStoreError('access_refused', { detail })
  if (status === 404) return new ObjectStoreError(key === undefined ? 'bucket_not_found' : 'not_found', { detail })
  if (status === 507) return new ObjectStoreError('store_full', { detail })
  return new ObjectStoreError('store_failed', { detail })
}
