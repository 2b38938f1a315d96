/** Request and response bodies of an environment's compose file. */
import { z } from 'zod'
import { ConfigureServicesBody } from '../environments/environments.schemas.ts'
import { MissingVariables } from '../environments/missing-variables.schemas.ts'
import { PendingChange } from '../environments/pending-changes.schemas.ts'
import { ComposeText } from './projects.schemas.ts'

export const ValidateComposeBody = z
  .strictObject({
    compose: ComposeText.describe('Content of the compose file to check, up to 262,144 characters. It is not stored.'),
  })
  .meta({ id: 'ValidateComposeRequest' })

const { removeData, skipFinalBackup } = ConfigureServicesBody.shape

export const SaveComposeBody = z
  .strictObject({ compose: ComposeText, removeData, skipFinalBackup })
  .meta({ id: 'SaveComposeRequest' })
export type SaveCompose = z.output<typeof SaveComposeBody>

export const ComposeProblem = z
  .object({
    severity: z
      .enum(['error', 'warning'])
      .describe('`error`: the file cannot be saved. `warning`: Longshore ignores this part of the file.'),
    code: z.string().meta({ description: 'Stable machine-readable kind of problem.', example: 'compose_unreadable' }),
    message: z.string().describe('What is wrong, in a sentence for people.'),
    hint: z.string().nullable().describe('What you can do about it. Null if there is nothing to do.'),
    line: z
      .int()
      .positive()
      .nullable()
      .describe('Line in the file, starting at 1. Null if no single line can be named.'),
  })
  .meta({ id: 'ComposeProblem', description: 'Something in a compose file that Longshore rejects or ignores.' })
export type ComposeProblem = z.output<typeof ComposeProblem>

export const ComposeCheck = z
  .object({
    valid: z.boolean().describe('Whether the file can be saved. False if a problem has the severity `error`.'),
    problems: z.array(ComposeProblem).describe('Problems in the order of their lines.'),
    changes: z
      .array(PendingChange)
      .describe(
        'What saving changes in the settings of the environment. Empty if the file has errors or changes nothing.',
      ),
    removesData: z
      .array(z.string())
      .describe('Names of removed services that store data. List them in `removeData` to save the file.'),
    missingVariables: MissingVariables.describe(
      'Variables that the file names without a value that Longshore copies, such as secrets, and that the environment does not have.',
    ),
  })
  .meta({ id: 'ComposeCheck', description: 'Result of a check of a compose file. Nothing is saved.' })
export type ComposeCheck = z.output<typeof ComposeCheck>
