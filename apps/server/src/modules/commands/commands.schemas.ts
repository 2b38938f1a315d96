/** Shapes of commands that people run. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'

export const commandLimits = { words: 100, wordLength: 8_000, timeoutSeconds: 3_600, outputBytes: 20_000_000 } as const

export const RunCommandBody = z
  .strictObject({
    service: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be the name of a service')
      .meta({ description: 'Whose image, variables, volumes and limits it gets.', example: 'web' }),
    command: z
      .array(
        z
          .string()
          .max(commandLimits.wordLength)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused
          .regex(/^[^\u0000]*$/, 'must not hold a zero byte')
          .meta({ example: 'node' }),
      )
      .min(1)
      .max(commandLimits.words)
      .meta({
        description: 'Program and arguments, word by word; no shell reads them.',
        example: ['node', '--version'],
      }),
    timeoutSeconds: z.int().min(1).max(commandLimits.timeoutSeconds).default(600).meta({ example: 600 }),
  })
  .meta({ id: 'RunCommandRequest' })
export type RunCommand = z.output<typeof RunCommandBody>

export const CommandStarted = z
  .object({ id: idOf('cmd'), service: z.string().meta({ example: 'web' }) })
  .meta({ id: 'CommandStarted' })
export const CommandOutput = z
  .object({ stream: z.enum(['stdout', 'stderr']), text: z.string().meta({ example: 'v24.16.0\n' }) })
  .meta({ id: 'CommandOutput' })
export const CommandEnded = z
  .object({ exitCode: z.int(), oomKilled: z.boolean(), durationMs: z.int() })
  .meta({ id: 'CommandEnded' })

export const CommandEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), data: CommandStarted }),
  z.object({ event: z.literal('output'), data: CommandOutput }),
  z.object({ event: z.literal('exit'), data: CommandEnded }),
])
export type CommandEvent = z.output<typeof CommandEvent>
