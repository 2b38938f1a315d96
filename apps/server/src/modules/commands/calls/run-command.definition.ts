/** Asks the worker to run a command. Its words are sealed on the way: people type secrets there. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall, defineEvents, secretArgument } from '../../../platform/link/call.ts'
import { CommandEvent } from '../commands.schemas.ts'

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

export const runCommand = defineEvents({
  name: 'commands.run',
  args: z.strictObject({ ...subject, id: idOf('cmd'), timeoutSeconds: z.int() }),
  event: CommandEvent,
})
