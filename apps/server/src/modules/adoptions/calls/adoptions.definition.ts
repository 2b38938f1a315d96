/** Calls from the API to the worker about compose projects on a server. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../platform/link/call.ts'
import { AdoptionPlan, ComposeProjects } from '../adoptions.schemas.ts'
import { PreparedStack } from '../frozen-stack.schemas.ts'

const args = z.strictObject({ serverId: idOf('srv'), name: z.string(), services: z.array(z.string()).nullable() })

export const listProjectsCall = defineCall({
  name: 'adoptions.list',
  args: z.strictObject({ serverId: idOf('srv') }),
  result: ComposeProjects,
})

/** Null if the project isn't on the server. */
export const planCall = defineCall({ name: 'adoptions.plan', args, result: AdoptionPlan.nullable() })

/** Also returns what the environment is created from. Values of secret variables are sealed. */
export const prepareCall = defineCall({ name: 'adoptions.prepare', args, result: PreparedStack.nullable() })
