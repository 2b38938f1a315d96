/** Schemas of one-off commands. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'

export const commandLimits = {
  words: 100,
  maxArgumentLength: 8_000,
  timeoutSeconds: 3_600,
  outputBytes: 20_000_000,
} as const

export const RunCommandBody = z
  .strictObject({
    service: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be a service name')
      .meta({
        description: 'Name of the service whose image, variables, volumes, and limits the command gets.',
        example: 'web',
      }),
    command: z
      .array(
        z
          .string()
          .max(commandLimits.maxArgumentLength)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused
          .regex(/^[^\u0000]*$/, 'must not contain a null byte')
          .meta({ description: 'Program name or one argument, passed on unchanged.', example: 'node' }),
      )
      .min(1)
      .max(commandLimits.words)
      .meta({
        description:
          'Program and its arguments, one per item, up to 100. No shell interprets them; use `["sh", "-c", "…"]` if you need one.',
        example: ['node', '--version'],
      }),
    timeoutSeconds: z.int().min(1).max(commandLimits.timeoutSeconds).default(600).meta({
      description: 'Seconds after which Longshore stops the command, up to one hour. Default: 600.',
      example: 600,
    }),
  })
  .meta({ id: 'RunCommandRequest', description: 'Command to run, and the service to run it as.' })
export type RunCommand = z.output<typeof RunCommandBody>

export const CommandStarted = z
  .object({
    id: idOf('cmd').describe('Unique ID of this run. Several commands can run at the same time.'),
    service: z.string().meta({ description: 'Service whose image and variables the container has.', example: 'web' }),
  })
  .meta({ id: 'CommandStarted', description: 'The container is running.' })
export const CommandOutput = z
  .object({
    stream: z.enum(['stdout', 'stderr']).describe('`stdout`: standard output. `stderr`: standard error.'),
    text: z.string().meta({
      description: 'Output since the last event, with line breaks and with the environment’s secrets masked.',
      example: 'v24.16.0\n',
    }),
  })
  .meta({ id: 'CommandOutput', description: 'Piece of output that the command printed.' })
export const CommandEnded = z
  .object({
    exitCode: z.int().meta({
      description: 'Exit code of the program: 0 means success, and -1 that it isn’t known.',
      example: 0,
    }),
    oomKilled: z.boolean().describe('True if the system stopped the program because it ran out of memory.'),
    durationMs: z.int().meta({ description: 'Milliseconds from the start of the container to its end.', example: 840 }),
  })
  .meta({ id: 'CommandEnded', description: 'The command has ended.' })

export const CommandEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), data: CommandStarted }),
  z.object({ event: z.literal('output'), data: CommandOutput }),
  z.object({ event: z.literal('exit'), data: CommandEnded }),
])
export type CommandEvent = z.output<typeof CommandEvent>
