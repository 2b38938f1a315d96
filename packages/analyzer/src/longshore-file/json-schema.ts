import { z } from 'zod'
import { longshoreFileSchema } from './longshore-file.schemas.ts'

/** For editors: what a person writes. */
export function longshoreJsonSchema(): object {
  return { title: 'longshore.yaml', ...z.toJSONSchema(longshoreFileSchema, { io: 'input', reused: 'inline' }) }
}
