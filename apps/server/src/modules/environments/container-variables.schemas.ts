/** Schemas of the variables that containers get from all sources. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'

const VariableSource = z
  .object({
    kind: z
      .enum(['variable', 'database', 'longshore'])
      .describe(
        '`variable`: someone set it for this environment. `database`: a database of the environment provides it. `longshore`: Longshore sets it, such as `PORT`.',
      ),
    service: z.string().nullable().meta({
      description:
        'For `database`, the name of the database. For `variable`, the only service that gets it. Null if all services get it, and for `longshore`.',
      example: 'db',
    }),
    serviceId: idOf('svc')
      .nullable()
      .describe('The database, whose credentials you can reveal. Null for other sources.'),
  })
  .meta({ id: 'VariableSource' })
export type VariableSource = z.output<typeof VariableSource>

export const ContainerVariable = z
  .object({
    service: z.string().meta({ description: 'Name of the service whose containers get the variable.', example: 'web' }),
    key: z.string().meta({ description: 'Name that programs use to read the variable.', example: 'PGHOST' }),
    value: z.string().nullable().meta({
      description:
        'Text of the variable. Null for secrets, if you are only allowed to read, and after the first 8 MB of values.',
    }),
    secret: z.boolean().describe('Whether the value is a secret or contains a password.'),
    source: VariableSource.describe('Who sets it: a person, a database of the environment, or Longshore.'),
    replaces: VariableSource.nullable().describe(
      'Source whose variable of the same name this one replaces. Null if it replaces none.',
    ),
  })
  .meta({ id: 'ContainerVariable', description: 'A variable as the containers of one service get it.' })
export type ContainerVariable = z.output<typeof ContainerVariable>

export const ContainerVariables = z
  .object({
    items: z
      .array(ContainerVariable)
      .describe('Variables of all services that run code, by service and key. The list has no pages.'),
  })
  .meta({
    id: 'ContainerVariables',
    description: 'Everything that the containers of an environment get as variables.',
  })
export type ContainerVariables = z.output<typeof ContainerVariables>
