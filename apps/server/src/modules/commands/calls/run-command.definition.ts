/** Asks the worker to run a command. Its arguments are sealed in transit, because people type secrets there. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall, defineEvents, secretArgument } from '../../../platform/link/call.ts'
import { CommandEnded, CommandOutput, CommandStarted } from '../commands.schemas.ts'

const subject = {
  environmentId: idOf('env'),
  service: z.string(),
  /** The arguments as JSON. */
  command: secretArgument(),
}

/**
 * Rejects commands that can't run, and returns the arguments with the environment's secrets masked for the audit log.
 */
export const checkCommand = defineCall({
  name: 'commands.check',
  args: z.strictObject(subject),
  result: z.object({ masked: z.array(z.string()) }),
})

const Position = z.object({ at: z.string(), count: z.int() }).nullable()
/** Position up to which the output of a command was read. */
const Cursor = z.object({ stdout: Position, stderr: Position })

/** Output and its position arrive together or not at all. */
export const FollowedEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), data: CommandStarted }),
  z.object({ event: z.literal('output'), data: z.object({ chunks: z.array(CommandOutput), cursor: Cursor }) }),
  z.object({ event: z.literal('exit'), data: CommandEnded }),
])
export type FollowedEvent = z.output<typeof FollowedEvent>

/** Starts the command, or follows one with this ID that is already running. Output up to `cursor` is skipped. */
export const runCommand = defineEvents({
  name: 'commands.run',
  args: z.strictObject({ ...subject, id: idOf('cmd'), timeoutSeconds: z.int(), cursor: Cursor.nullable() }),
  event: FollowedEvent,
})
