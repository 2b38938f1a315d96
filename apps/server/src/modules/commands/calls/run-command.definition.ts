/** Asks the worker to run a command. Its words are sealed on the way: people type secrets there. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall, defineEvents, secretArgument } from '../../../platform/link/call.ts'
import { CommandEnded, CommandOutput, CommandStarted } from '../commands.schemas.ts'

const subject = {
  environmentId: idOf('env'),
  service: z.string(),
  /** The words as JSON. */
  command: secretArgument(),
}

/** Refuses what cannot be run, and says the words with secrets of the environment masked, for the audit. */
export const checkCommand = defineCall({
  name: 'commands.check',
  args: z.strictObject(subject),
  result: z.object({ masked: z.array(z.string()) }),
})

const Position = z.object({ at: z.string(), count: z.int() }).nullable()
/** How far the output of a command was read. */
const Cursor = z.object({ stdout: Position, stderr: Position })

/** Output and how far it goes arrive together or not at all. */
export const FollowedEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), data: CommandStarted }),
  z.object({ event: z.literal('output'), data: z.object({ chunks: z.array(CommandOutput), cursor: Cursor }) }),
  z.object({ event: z.literal('exit'), data: CommandEnded }),
])
export type FollowedEvent = z.output<typeof FollowedEvent>

/** Starts the command, or follows one of this id that was started before. `cursor`: what came up to there is known. */
export const runCommand = defineEvents({
  name: 'commands.run',
  args: z.strictObject({ ...subject, id: idOf('cmd'), timeoutSeconds: z.int(), cursor: Cursor.nullable() }),
  event: FollowedEvent,
})
