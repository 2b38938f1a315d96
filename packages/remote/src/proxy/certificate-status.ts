/** The status of an ACME certificate as the proxy program reports it. */
import { z } from 'zod'

const time = z.coerce
  .date()
  .nullish()
  .transform((date) => date ?? null)
const text = (max: number) => z.string().transform((found) => found.slice(0, max))

export const CertificateStatus = z.object({
  status: z.enum(['pending', 'issuing', 'active', 'renewing', 'expired', 'failed']),
  mayIssue: z.boolean(),
  issuer: text(300)
    .nullish()
    .transform((found) => found ?? null),
  notBefore: time,
  notAfter: time,
  renewAt: time,
  nextTryAt: time,
  lastError: z
    .object({ code: text(60), message: text(1_000), type: text(200).optional() })
    .nullish()
    .transform((found) => found ?? null),
  steps: z
    .array(z.object({ name: text(40), at: z.coerce.date(), detail: text(200).optional() }))
    .nullish()
    .transform((found) => found?.slice(0, 20) ?? []),
})
