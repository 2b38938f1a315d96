/** Workflow references; importable from the API process. */
import type { z } from 'zod'
import type { Id } from '../ids/brand.ts'

export type RunId = Id<'run'>

export interface WorkflowRef<Input> {
  readonly kind: string
  /** The kind of object that keys identify. Runs of one object and key never overlap, even if their kinds differ. */
  readonly object: string
  readonly input: z.ZodType<Input>
  /** If true, only the newest of several queued runs of one key runs. */
  readonly supersedesQueued: boolean
}

export function declareWorkflow<Input>(options: {
  kind: string
  object?: string
  input: z.ZodType<Input>
  supersedesQueued?: boolean
}): WorkflowRef<Input> {
  const { kind, object = kind, input, supersedesQueued = false } = options
  for (const name of [kind, object]) {
    if (!isName(name)) throw new TypeError(`${name} is not a name for a workflow`)
  }
  return { kind, object, input, supersedesQueued }
}

export function isName(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,62}$/.test(text)
}
