/**
 * Calls from the API to the worker. Both sides share a definition; `handle` binds it to code on the worker.
 *
 * - `defineCall`: arguments in, one result out.
 * - `defineStream`: a head (name, size …) and then bytes.
 * - `defineEvents`: typed events until the end.
 *
 * `takesBody` adds bytes from the API to the worker. A `Secret` in the arguments is sealed on the wire
 * (`secretArgument`).
 */
import { z } from 'zod'
import type { OrganizationId } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { Secret } from '../secrets/secret.ts'

type Schema = z.ZodType

interface Shared<Args extends Schema> {
  name: string
  args: Args
  takesBody?: boolean
}

export interface CallDefinition<Args extends Schema, Result extends Schema> extends Shared<Args> {
  kind: 'call'
  result: Result
}

export interface StreamDefinition<Args extends Schema, Head extends Schema> extends Shared<Args> {
  kind: 'stream'
  head: Head
}

export interface EventsDefinition<Args extends Schema, Event extends Schema> extends Shared<Args> {
  kind: 'events'
  event: Event
}

export interface CallContext {
  organizationId: OrganizationId | null
  actorId: string | null
  /** Fires when the caller disconnects, the deadline passes, or the worker stops. */
  signal: AbortSignal
  /** Bytes that the caller sends after the arguments; empty unless the definition takes a body. */
  body: AsyncIterable<Buffer>
  log: Log
}

/** The response: one JSON value, then data. */
export interface Reply {
  head: unknown
  data?: AsyncIterable<Uint8Array>
  /** Data are JSON values, one per frame, instead of bytes. */
  areEvents?: boolean
}

/** A definition with its handler, after type checking and type erasure. */
export interface LinkHandler {
  name: string
  takesBody: boolean
  /** Validates the arguments; the returned function starts the work. */
  prepare(args: unknown): Promise<(context: CallContext) => Promise<Reply>>
}

export function defineCall<Args extends Schema, Result extends Schema>(
  definition: Omit<CallDefinition<Args, Result>, 'kind'>,
): CallDefinition<Args, Result> {
  return { kind: 'call', ...checked(definition) }
}

export function defineStream<Args extends Schema, Head extends Schema>(
  definition: Omit<StreamDefinition<Args, Head>, 'kind'>,
): StreamDefinition<Args, Head> {
  return { kind: 'stream', ...checked(definition) }
}

export function defineEvents<Args extends Schema, Event extends Schema>(
  definition: Omit<EventsDefinition<Args, Event>, 'kind'>,
): EventsDefinition<Args, Event> {
  return { kind: 'events', ...checked(definition) }
}

/** A `Secret` on both sides, ciphertext on the wire. */
export function secretArgument() {
  return z.instanceof(Secret)
}

export function handleCall<Args extends Schema, Result extends Schema>(
  definition: CallDefinition<Args, Result>,
  run: (args: z.output<Args>, context: CallContext) => Promise<z.output<Result>>,
): LinkHandler {
  return handler(definition, async (args, context) => ({
    head: await z.encodeAsync(definition.result, await run(args, context)),
  }))
}

export function handleStream<Args extends Schema, Head extends Schema>(
  definition: StreamDefinition<Args, Head>,
  run: (
    args: z.output<Args>,
    context: CallContext,
  ) => Promise<{ head: z.output<Head>; body: AsyncIterable<Uint8Array> }>,
): LinkHandler {
  return handler(definition, async (args, context) => {
    const { head, body } = await run(args, context)
    return { head: await z.encodeAsync(definition.head, head), data: body }
  })
}

export function handleEvents<Args extends Schema, Event extends Schema>(
  definition: EventsDefinition<Args, Event>,
  run: (args: z.output<Args>, context: CallContext) => AsyncIterable<z.output<Event>>,
): LinkHandler {
  return handler(definition, async (args, context) => ({
    head: null,
    data: encodeEvents(definition.event, run(args, context)),
    areEvents: true,
  }))
}

function handler<Args extends Schema>(
  definition: Shared<Args>,
  run: (args: z.output<Args>, context: CallContext) => Promise<Reply>,
): LinkHandler {
  return {
    name: definition.name,
    takesBody: definition.takesBody === true,
    async prepare(args) {
      const parsed = await definition.args.parseAsync(args)
      return async (context) => await run(parsed, context)
    },
  }
}

async function* encodeEvents<Event extends Schema>(
  schema: Event,
  events: AsyncIterable<z.output<Event>>,
): AsyncGenerator<Uint8Array> {
  for await (const event of events) yield Buffer.from(JSON.stringify(await z.encodeAsync(schema, event)))
}

function checked<Definition extends { name: string }>(definition: Definition): Definition {
  if (!/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/.test(definition.name) || definition.name.length > 100)
    throw new Error(`${definition.name} is not a name of a call, such as backups.download`)
  return definition
}
