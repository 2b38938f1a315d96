/** Calls operations: answers, pages, streams and files, each with the types of its operation. */
import type { BytesOperation, JsonOperation, ListOperation, Page, StreamOperation } from './operation.ts'
import { readPages } from './pages.ts'
import { readJson } from './read-json.ts'
import type { CallOptions } from './request.ts'
import { followStream, type StreamEvent, type StreamOptions } from './stream.ts'
import { createTransport, type TransportOptions } from './transport.ts'

/** Parameters may be left out where none is needed. */
type Arguments<Parameters, Options> = object extends Parameters
  ? [parameters?: Parameters, options?: Options]
  : [parameters: Parameters, options?: Options]

export interface Answered<Answer> {
  data: Answer
  status: number
  headers: Headers
  /** The server had done this before, under the same key. */
  isReplayed: boolean
}

export interface Client {
  call<Parameters extends object, Answer>(
    operation: JsonOperation<Parameters, Answer>,
    ...rest: Arguments<Parameters, CallOptions>
  ): Promise<Answer>
  /** The same with status and headers. */
  send<Parameters extends object, Answer>(
    operation: JsonOperation<Parameters, Answer>,
    ...rest: Arguments<Parameters, CallOptions>
  ): Promise<Answered<Answer>>
  /** Every item of a list, asking for further pages as they are needed. */
  items<Parameters extends object, Item, PageOf extends Page<Item>>(
    operation: ListOperation<Parameters, Item, PageOf>,
    ...rest: Arguments<Parameters, CallOptions>
  ): AsyncGenerator<Item>
  pages<Parameters extends object, Item, PageOf extends Page<Item>>(
    operation: ListOperation<Parameters, Item, PageOf>,
    ...rest: Arguments<Parameters, CallOptions>
  ): AsyncGenerator<PageOf>
  stream<Parameters extends object, Events>(
    operation: StreamOperation<Parameters, Events>,
    ...rest: Arguments<Parameters, StreamOptions>
  ): AsyncGenerator<StreamEvent<Events>>
  /** A file; its bytes are in `body` and may take as long as they take. */
  download<Parameters extends object>(
    operation: BytesOperation<Parameters>,
    ...rest: Arguments<Parameters, CallOptions>
  ): Promise<Response>
}

export type ClientOptions = TransportOptions

export function createClient(options: ClientOptions = {}): Client {
  const transport = createTransport(options)

  const send: Client['send'] = async (operation, ...[parameters = {}, callOptions = {}]) =>
    await transport.send(operation, parameters, callOptions, async (response) => ({
      data: await readJson(response),
      status: response.status,
      headers: response.headers,
      isReplayed: response.headers.get('idempotent-replayed') === 'true',
    }))

  const pages = <Parameters extends object, Item, PageOf extends Page<Item>>(
    operation: ListOperation<Parameters, Item, PageOf>,
    ...[parameters, callOptions = {}]: Arguments<Parameters, CallOptions>
  ): AsyncGenerator<PageOf> =>
    readPages(
      (cursor) => transport.send<PageOf>(operation, { ...parameters, cursor }, callOptions, readJson),
      new Map<string, string>(Object.entries(parameters ?? {})).get('cursor'),
    )

  return {
    send,
    call: async (operation, ...rest) => (await send(operation, ...rest)).data,
    pages,
    async *items(operation, ...rest) {
      for await (const page of pages(operation, ...rest)) yield* page.items
    },
    stream: (operation, ...rest) => followStream(transport, operation, rest[0] ?? Object(), rest[1] ?? {}),
    download: async (operation, ...[parameters = {}, callOptions = {}]) =>
      await transport.send(operation, parameters, callOptions, async (response) => response),
  }
}
