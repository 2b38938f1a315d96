/** Schema of an id in JSON that we store, such as the input of a workflow: a uuid, not the TypeID of the API. */
import { z } from 'zod'
import type { Id } from './brand.ts'
import type { IdPrefix } from './type-id.ts'

const uuid = z.uuid()

/** The prefix only chooses the type. */
export function storedId<Prefix extends IdPrefix>(_prefix: Prefix) {
  return z.custom<Id<Prefix>>((value) => uuid.safeParse(value).success, 'must be a uuid')
}
