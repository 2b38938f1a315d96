import { z } from 'zod'

export const env = z
  .object({
    PORT: z.coerce.number().default(8090),
    DATABASE_URL: z.string().url(),
    WEBHOOK_SECRET: z.string().min(16),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn']).default('info'),
  })
  .parse(process.env)
