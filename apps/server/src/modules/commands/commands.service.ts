/** Runs one-off commands in their own container, from the request to the worker and back. */
import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import { requireEnvironment } from '../environments/index.ts'
import { checkCommand, runCommand } from './calls/run-command.definition.ts'
import { leaveCommand } from './commands.repository.ts'
import type { CommandEvent, RunCommand } from './commands.schemas.ts'

export interface CommandsService {
  /**
   * Resolves when the stream can start; the audit entry is written by then. `signal` ends the command, also on the
   * server.
   */
  run(
    actor: Actor,
    environmentId: Id<'env'>,
    command: { body: RunCommand; signal: AbortSignal },
  ): Promise<AsyncIterable<CommandEvent>>
}

/** Extra time to create and remove the container. */
const moreMs = 90_000
/** Pause between attempts to reach a worker that stopped or crashed. */
const againMs = 1_000
const shownLength = 500

export interface CommandsOptions {
  database: Database
  link: Pick<LinkClient, 'call' | 'events'>
  /** Returns true when this process stops, and streams close although their callers are still connected. */
  isStopping: () => boolean
}

export function createCommandsService(options: CommandsOptions): CommandsService {
  const { database, link, isStopping } = options
  return {
    async run(actor, environmentId, { body, signal }) {
      const { organizationId, userId } = actor
      const { service, timeoutSeconds } = body
      await database.tenant(organizationId, (tx) => requireEnvironment(tx, organizationId, environmentId))
      const command = new Secret(JSON.stringify(body.command))
      const subject = { environmentId, service, command }
      const call = { organizationId, actorId: userId, signal }
      const { masked } = await link.call(checkCommand, subject, call)
      const id = newId('cmd')
      await database.tenant(organizationId, (tx) =>
        recordAudit(tx, actor, {
          action: 'environment.command_run',
          targetKind: 'environment',
          targetId: environmentId,
          detail: { service, command: masked.map((word) => word.slice(0, shownLength)) },
        }),
      )
      const left = new AbortController()
      const mark = async () => {
        if (isStopping()) return
        await database.tenant(organizationId, (tx) => leaveCommand(tx, organizationId, id)).catch(() => undefined)
      }
      // Recorded before the worker sees the stream close, because otherwise it would leave the command running.
      const leave = () => mark().then(() => left.abort())
      if (signal.aborted) await leave()
      else signal.addEventListener('abort', () => void leave(), { once: true })
      const args = { ...subject, id, timeoutSeconds }
      const following = { ...call, signal: left.signal, deadlineMs: timeoutSeconds * 1_000 + moreMs }
      // Also recorded at the end, because the worker can crash before it removes the container.
      return finallyDo(followCommand(link, args, following), mark)
    },
  }
}

type Args = Omit<Parameters<typeof runOn>[1], 'cursor'>
type Cursor = Parameters<typeof runOn>[1]['cursor']

/** A worker that stops or crashes leaves the command running, and the next worker returns the rest of its output. */
async function* followCommand(
  link: CommandsOptions['link'],
  args: Args,
  options: { organizationId: OrganizationId; actorId: string; signal: AbortSignal; deadlineMs: number },
): AsyncGenerator<CommandEvent> {
  const giveUpAt = Date.now() + options.deadlineMs
  let cursor: Cursor = null
  for (let isStarted = false, isEnded = false; ; ) {
    try {
      for await (const each of runOn(link, { ...args, cursor }, { ...options, deadlineMs: giveUpAt - Date.now() })) {
        if (each.event === 'output') {
          cursor = each.data.cursor
          for (const data of each.data.chunks) yield { event: 'output', data }
        } else if (each.event === 'exit' || !isStarted) yield each
        isStarted = true
        isEnded ||= each.event === 'exit'
      }
      return
    } catch (error) {
      // Only the container is left, which the next server sweep removes.
      if (isEnded) return
      if (!isStarted || !isWorkerUnreachable(error) || options.signal.aborted || Date.now() >= giveUpAt) throw error
      await delay(againMs, undefined, { signal: options.signal })
    }
  }
}

async function* finallyDo<Item>(items: AsyncIterable<Item>, last: () => Promise<void>): AsyncGenerator<Item> {
  try {
    yield* items
  } finally {
    await last()
  }
}

function runOn(
  link: CommandsOptions['link'],
  args: z.output<typeof runCommand.args>,
  options: Parameters<LinkClient['events']>[2],
) {
  return link.events(runCommand, args, options)
}

function isWorkerUnreachable(error: unknown): boolean {
  return error instanceof AppError && error.problem.code === platformProblems.unavailable.code
}
