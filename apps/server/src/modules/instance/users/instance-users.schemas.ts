/** Schemas of the list of all user accounts. */
import { z } from 'zod'
import { listDescriptions, roleDescriptions } from '../../../platform/access/permission-descriptions.schemas.ts'
import { roles } from '../../../platform/access/permissions.ts'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'

export const InstanceUser = z
  .object({
    id: idOf('usr'),
    name: z.string().meta({ description: 'Display name that the person chose. Can be empty.', example: 'Ada' }),
    email: z.string().meta({ description: 'Email address that the person signs in with.', example: 'ada@example.com' }),
    isOperator: z.boolean().describe('Whether the account can administer the whole instance.'),
    isEmailVerified: z
      .boolean()
      .describe('Whether the person proved that the email address is theirs. An invitation alone does not count.'),
    hasSecondFactor: z.boolean().describe('Whether sign-in needs a code from an authenticator app.'),
    organizations: z
      .array(
        z.object({
          id: idOf('org'),
          name: z.string().meta({ description: 'Display name that its owners chose.', example: 'Harbor Coffee' }),
          role: z.enum(roles).describe(`What they can do there. ${listDescriptions(roleDescriptions)}`),
        }),
      )
      .describe('Organizations of the person, in the order of their names. At most 50.'),
    lastSignInAt: Time.nullable().describe('When the person last signed in. Null if no sign-in is recorded.'),
    createdAt: Time.describe('When the person signed up.'),
  })
  .meta({ id: 'InstanceUser', description: 'A user account of the instance.' })
export type InstanceUser = z.output<typeof InstanceUser>
