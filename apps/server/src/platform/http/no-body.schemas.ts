/** What an operation without a body accepts: nothing. */
import { z } from 'zod'

export const NoBody = z.undefined().or(z.null())
