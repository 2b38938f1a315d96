/** What an operation of the API is to the client: data, with the types of what it takes and gives. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation<Parameters> {
  readonly method: Method
  /** Below `/api/v1`, with names in braces. Parameters that it does not name go into the query. */
  readonly path: string
  /** Works without a credential. */
  readonly isPublic?: true
  /** Takes `Idempotency-Key`: sending it again has no second effect. */
  readonly takesKey?: true
  /** A stream that goes on after `Last-Event-ID`. */
  readonly resumes?: true
  /** Never there: it only carries the type. */
  readonly takes?: Parameters
}

/** Answers with JSON, or with nothing. */
export interface JsonOperation<Parameters, Answer> extends Operation<Parameters> {
  readonly answers?: undefined
  readonly gives?: Answer
}

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Some pages say more than their items. */
export interface ListOperation<Parameters, Item, PageOf extends Page<Item> = Page<Item>>
  extends JsonOperation<Parameters, PageOf> {
  readonly lists?: Item
}

/** Answers with a file. */
export interface BytesOperation<Parameters> extends Operation<Parameters> {
  readonly answers: 'bytes'
}

/** Answers with Server-Sent Events; the names of events and the types of their data. */
export interface StreamOperation<Parameters, Events> extends Operation<Parameters> {
  readonly answers: 'stream'
  readonly sends?: Events
}

/** A file to send. A stream is sent once: it cannot be read again after a failure. */
export type RawBody = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | FormData | string
