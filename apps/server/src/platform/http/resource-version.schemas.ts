/** Version of a resource, which changes send as If-Match. */
import { z } from 'zod'

export const Version = z.int().meta({
  description:
    'Counts the changes to this resource. Send it as `If-Match: "3"` to change only the version you have seen.',
  example: 3,
})
