import { z } from 'zod'
export const env = z.object({
  STRIPE_SECRET_KEY: z.string().min(1),
  PAGE_SIZE: z.coerce.number().default(20),
  SENTRY_DSN: z.string().optional(),
}).parse(process.env)
