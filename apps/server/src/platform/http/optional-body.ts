/** A POST whose fields are all optional needs no body: `curl -X POST …/deployments` is enough. */
import type { z } from 'zod'

/** A PATCH without a body would change nothing, so it's more likely a mistake. */
export function isBodyOptional(method: string, schema: z.ZodType): boolean {
  if (schema.safeParse(undefined).success) return true
  return method === 'POST' && schema.safeParse({}).success
}
