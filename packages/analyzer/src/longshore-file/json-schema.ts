import { z } from 'zod'
import { longshoreFileSchema } from './longshore-file.schemas.ts'

/** For editors: the schema of the user's input. */
export function longshoreJsonSchema(): object {
  return { title: 'longshore.yaml', ...z.toJSONSchema(longshoreFileSchema, { io: 'input', reused: 'inline' }) }
}
