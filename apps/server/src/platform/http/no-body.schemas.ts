/** Request body schema of operations without a body. */
import { z } from 'zod'

export const NoBody = z.undefined().or(z.null())
