/** An API operation as data, with the types of its parameters and response. */
import type { Permission } from './permissions.generated.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation<Parameters> {
  readonly method: Method
  /** Path below `/api/v1`, with parameters in braces. Other parameters go into the query. */
  readonly path: string
  /** Works without credentials. */
  readonly isPublic?: true
  /** The permission that it needs. Undefined: none, or it concerns only the caller. */
  readonly permission?: Permission
  /** Accepts `Idempotency-Key`, so it is safe to repeat. */
  readonly takesKey?: true
  /** A stream that resumes after `Last-Event-ID`. */
  readonly resumes?: true
  /** Never set: it only carries the type. */
  readonly takes?: Parameters
}

/** Returns JSON or nothing. */
export interface JsonOperation<Parameters, Answer> extends Operation<Parameters> {
  readonly answers?: undefined
  readonly gives?: Answer
}

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Some pages have more fields than their items. */
export interface ListOperation<Parameters, Item, PageOf extends Page<Item> = Page<Item>>
  extends JsonOperation<Parameters, PageOf> {
  readonly lists?: Item
}

/** Returns a file. */
export interface BytesOperation<Parameters> extends Operation<Parameters> {
  readonly answers: 'bytes'
}

/** Returns Server-Sent Events. `Events` maps event names to data types. */
export interface StreamOperation<Parameters, Events> extends Operation<Parameters> {
  readonly answers: 'stream'
  readonly sends?: Events
}

/** A file to upload. A stream can be sent only once, so it isn't retried. */
export type RawBody = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | FormData | string
