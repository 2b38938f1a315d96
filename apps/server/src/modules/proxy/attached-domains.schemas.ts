/** Shapes of hostnames that lead to an environment. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { CertificateState } from '../certificates/certificates.schemas.ts'
import { Hostname } from '../domains/domains.schemas.ts'
import { ServiceName } from '../environments/services.schemas.ts'
import { Hsts, maxPageLength, RedirectRule } from './route-options.schemas.ts'

export const sslModes = ['auto', 'custom', 'off'] as const
const gibibyte = 1 << 30

const Ssl = z.strictObject({
  mode: z.enum(sslModes).meta({
    description:
      '`auto`: by a certificate authority, and until it has issued by one that the proxy signs itself. `custom`: the one that you bring. `off`: plain HTTP alone.',
  }),
  certificate: z
    .string()
    .min(1)
    .max(65_536)
    .optional()
    .meta({ description: 'In PEM: the certificate of the hostname first, then those that lead to its authority.' }),
  privateKey: z
    .string()
    .min(1)
    .max(16_384)
    .optional()
    .meta({ description: 'In PEM, without a passphrase. Sealed at once and never shown.' }),
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const Username = z.string().regex(/^[^\u0000-\u001f\u007f:]{1,64}$/, 'must have 1 to 64 characters and no colon')

const settings = {
  service: ServiceName.optional().meta({
    description: 'Which service answers. Default: the only one that takes requests.',
  }),
  ssl: Ssl.optional().meta({ description: 'Default: `auto`.' }),
  forceHttps: z.boolean().optional().meta({ description: 'Default: true, unless `ssl` is `off`.' }),
  redirects: z
    .strictObject({
      www: z.boolean().optional().meta({
        description: 'The other one of www.example.com and example.com is attached too, and sends everybody here.',
      }),
      rules: z.array(RedirectRule).max(100).optional().meta({ description: 'The first that fits is followed.' }),
    })
    .nullable()
    .optional(),
  hsts: Hsts.nullable().optional().meta({ description: 'Strict-Transport-Security; goes with `forceHttps`.' }),
  basicAuth: z
    .array(
      z.strictObject({
        username: Username.meta({ example: 'ann' }),
        password: z.string().min(8).max(256).meta({ example: 'correct horse battery' }),
      }),
    )
    .max(20)
    .nullable()
    .optional()
    .meta({ description: 'Who may see it. Passwords are kept as hashes and never shown.' }),
  maxBodyBytes: z
    .int()
    .min(1)
    .max(100 * gibibyte)
    .nullable()
    .optional()
    .meta({ description: 'Larger requests are answered 413.' }),
  maintenance: z
    .strictObject({ html: z.string().min(1).max(maxPageLength).meta({ example: '<h1>Back soon</h1>' }) })
    .nullable()
    .optional()
    .meta({ description: 'The page that browsers get while nothing is live. Default: one plain line.' }),
}

export const AttachDomainBody = z
  .strictObject({
    hostname: Hostname.optional(),
    domainId: idOf('dom').optional().meta({ description: 'One of both: a hostname, or a domain that is registered.' }),
    ...settings,
  })
  .refine(({ hostname, domainId }) => (hostname === undefined) !== (domainId === undefined), {
    message: 'give either a hostname or a domainId',
    path: ['hostname'],
  })
  .meta({ id: 'AttachDomainRequest', example: { hostname: 'app.example.com' } })
export type AttachDomain = z.output<typeof AttachDomainBody>

/** As finalize takes it. */
export const FirstDomainBody = z.strictObject({ hostname: Hostname, ...settings }).meta({ id: 'FirstDomainRequest' })
export type FirstDomain = z.output<typeof FirstDomainBody>

export const AttachedDomainParams = z.object({ id: idOf('env'), domainId: idOf('dom') })

/** Whether the proxy of the server knows it already. */
export const AttachedState = z.object({
  status: z.enum(['loading', 'loaded', 'waiting', 'unproven', 'failed']).meta({
    description:
      '`loading`: on its way to the proxy. `loaded`: the proxy answers it since `loadedAt`. `waiting`: the environment has no server yet. `unproven`: not served before the organisation has shown that the hostname is its own. `failed`: see `error`.',
  }),
  loadedAt: Time.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type AttachedState = z.output<typeof AttachedState>

export const BroughtCertificate = z.object({
  names: z.array(z.string()),
  issuer: z.string(),
  notBefore: Time,
  notAfter: Time,
})
export type BroughtCertificate = z.output<typeof BroughtCertificate>

export const AttachedDomain = z
  .object({
    domainId: idOf('dom'),
    hostname: z.string().meta({ example: 'app.example.com' }),
    url: z.string().meta({ example: 'https://app.example.com' }),
    service: z.string(),
    ssl: z.object({
      mode: z.enum(sslModes),
      certificate: BroughtCertificate.nullable().meta({ description: 'Of `custom`: the one that was brought.' }),
      state: CertificateState.nullable().meta({
        description: 'Of `auto`: how the certificate of the authority stands.',
      }),
    }),
    forceHttps: z.boolean(),
    redirects: z.object({ www: z.boolean(), rules: z.array(RedirectRule) }),
    redirectsTo: z.string().nullable().meta({ description: 'Of the other one of www and bare: where it leads.' }),
    hsts: Hsts.nullable(),
    basicAuth: z.array(z.object({ username: z.string() })),
    maxBodyBytes: z.int().nullable(),
    maintenance: z.object({ html: z.string() }).nullable(),
    state: AttachedState,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'AttachedDomain' })
export type AttachedDomain = z.output<typeof AttachedDomain>
