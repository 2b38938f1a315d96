/** What an operation without a body accepts: nothing, or the empty object that many clients send by themselves. */
import { z } from 'zod'

export const NoBody = z.undefined().or(z.null()).or(z.strictObject({}))
