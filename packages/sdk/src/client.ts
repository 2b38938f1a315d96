/** Calls operations with their types: responses, pages, streams and files. */
import type { BytesOperation, JsonOperation, ListOperation, Page, StreamOperation } from './operation.ts'
import { readPages } from './pages.ts'
import { readJson } from './read-json.ts'
import type { CallOptions } from './request.ts'
import { followStream, type StreamEvent, type StreamOptions } from './stream.ts'
import { createTransport, type TransportOptions } from './transport.ts'

/** Parameters are optional if the operation requires none. */
type Arguments<Parameters, Options> = object extends Parameters
  ? [parameters?: Parameters, options?: Options]
  : [parameters: Parameters, options?: Options]

export interface Answered<Answer> {
  data: Answer
  status: number
  headers: Headers
  /** True if the server had already processed a request with this key. */
  isReplayed: boolean
}

export interface Client {
  call<Parameters extends object, Answer>(
    operation: JsonOperation<Parameters, Answer>,
    ...rest: Arguments<Parameters, CallOptions>
  ): Promise<Answer>
  /** Like `call`, with status and headers. */
  send<Parameters extends object, Answer>(
    operation: JsonOperation<Parameters, Answer>,
    ...rest: Arguments<Parameters, CallOptions>
  ): Promise<Answered<Answer>>
  /** Iterates over all items of a list and loads pages as needed. */
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
  /** Downloads a file. Reading `body` has no time limit. */
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
