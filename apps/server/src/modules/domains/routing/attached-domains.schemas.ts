/** Schemas of hostnames that are attached to an environment. */
import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { ServiceName } from '../../environments/services.schemas.ts'
import { CertificateState } from '../certificates/certificates.schemas.ts'
import { Hostname } from '../dns/domains.schemas.ts'
import { maxPathRoutes, PathRoute, PathRouteRequest } from './path-routes.schemas.ts'
import { ErrorPage, Hsts, maxPageLength, RedirectRule } from './route-options.schemas.ts'
import { changedRules, maxBodyBytes, RouteRules } from './route-rules.schemas.ts'
import { Password, Username } from './sign-ins.schemas.ts'

export const sslModes = ['auto', 'custom', 'off'] as const

const Ssl = z.strictObject({
  mode: z.enum(sslModes).meta({
    description:
      'Where the certificate comes from. `auto`: from a certificate authority; until it is issued, the proxy uses a self-signed one. `custom`: you upload it. `off`: there is none, and only plain HTTP works.',
  }),
  certificate: z.string().min(1).max(65_536).optional().meta({
    description:
      'Certificate chain in PEM format: the certificate of the hostname first, then the intermediates. Required for mode `custom`.',
  }),
  privateKey: z.string().min(1).max(16_384).optional().meta({
    description: 'Private key in PEM format, without a passphrase. It is encrypted immediately and never shown again.',
  }),
})

const settings = {
  service: ServiceName.optional().meta({
    description:
      'Name of the service that receives the requests. Defaults to the only web or static service of the environment.',
  }),
  ssl: Ssl.optional().meta({ description: 'Certificate settings. Defaults to mode `auto`.' }),
  forceHttps: z
    .boolean()
    .optional()
    .meta({ description: 'Redirects plain HTTP to HTTPS. Defaults to true, unless `ssl` is `off`.' }),
  redirects: z
    .strictObject({
      www: z.boolean().optional().meta({
        description:
          'Also attaches the counterpart with or without `www.` and redirects its visitors to this hostname.',
      }),
      rules: z
        .array(RedirectRule)
        .max(100)
        .optional()
        .meta({ description: 'Redirects for single paths, at most 100. The first rule that matches wins.' }),
    })
    .nullable()
    .optional()
    .describe('Redirects that the proxy answers before a request reaches the service. Null removes all of them.'),
  hsts: Hsts.nullable().optional().meta({
    description:
      'Strict-Transport-Security header, which makes browsers insist on HTTPS. Requires `forceHttps`. Null removes it.',
  }),
  basicAuth: z
    .array(
      z.strictObject({
        username: Username,
        password: Password.meta({
          description: 'Sign-in password, 8 to 256 characters. Only its hash is stored.',
          example: 'correct horse battery',
        }),
      }),
    )
    .max(20)
    .nullable()
    .optional()
    .meta({
      description:
        'Protects the hostname with HTTP basic authentication for up to 20 users. Null makes it public again.',
    }),
  maxBodyBytes: maxBodyBytes
    .nullable()
    .optional()
    .meta({ description: 'Largest request body in bytes; larger ones get a 413. Null removes the limit.' }),
  ...changedRules,
  maintenance: z
    .strictObject({
      html: z
        .string()
        .min(1)
        .max(maxPageLength)
        .meta({ description: 'Complete HTML page, up to 65,536 characters.', example: '<h1>Back soon</h1>' }),
      enabled: z.boolean().optional().meta({
        description:
          'Shows the page to all visitors now, with a 503, although a version is live. If it is missing, it stays as it is.',
      }),
    })
    .nullable()
    .optional()
    .meta({
      description:
        'Page that visitors see while nothing is live, for example during a stop. Null shows one plain line, and ends maintenance.',
    }),
  errorPages: z.array(ErrorPage).max(2).nullable().optional().meta({
    description:
      "Pages for failures that the proxy notices: the service can't be reached (502), or takes too long (504). Null removes them.",
  }),
  paths: z.array(PathRouteRequest).max(maxPathRoutes).nullable().optional().meta({
    description:
      'Paths that other services receive, at most 50. The longest path that matches wins, whatever their order. Null removes all of them.',
  }),
}

export const AttachDomainBody = z
  .strictObject({
    hostname: Hostname.optional().describe(
      'Hostname to attach. If it is not registered yet, this registers it. Send either this or `domainId`.',
    ),
    domainId: idOf('dom')
      .optional()
      .meta({ description: 'Registered domain to attach. Send either this or `hostname`.' }),
    ...settings,
  })
  .refine(({ hostname, domainId }) => (hostname === undefined) !== (domainId === undefined), {
    message: 'needs either hostname or domainId',
    path: ['hostname'],
  })
  .meta({ id: 'AttachDomainRequest', example: { hostname: 'app.example.com' } })
export type AttachDomain = z.output<typeof AttachDomainBody>

/** Part of the finalize request. */
export const FirstDomainBody = z
  .strictObject({
    hostname: Hostname.describe('Hostname that visitors use to reach the new environment.'),
    ...settings,
  })
  .meta({ id: 'FirstDomainRequest' })
export type FirstDomain = z.output<typeof FirstDomainBody>

export const AttachedDomainParams = z.object({ id: idOf('env'), domainId: idOf('dom') })

/** Whether the server's proxy already has it. */
export const AttachedState = z.object({
  status: z.enum(['loading', 'loaded', 'waiting', 'unverified', 'failed']).meta({
    description:
      'Whether the proxy serves the hostname. `loading`: the settings are on their way to the proxy. `loaded`: the proxy serves it since `loadedAt`. `waiting`: the environment has no server yet. `unverified`: your organization must first verify that it owns the hostname. `failed`: the proxy rejected it; see `error`.',
  }),
  loadedAt: Time.nullable().describe(
    'When the proxy took over the current settings. Null unless `status` is `loaded`.',
  ),
  error: z
    .object({
      code: z.string().describe('Machine-readable reason, such as `proxy_entry_refused`.'),
      message: z.string().describe('What went wrong, in a sentence for people.'),
    })
    .nullable()
    .describe('Why the proxy does not serve the hostname. Null unless `status` is `failed`.'),
})
export type AttachedState = z.output<typeof AttachedState>

export const CustomCertificate = z.object({
  names: z.array(z.string()).describe('Hostnames that the certificate is valid for.'),
  issuer: z.string().describe('Authority that signed the certificate, as written in it.'),
  notBefore: Time.describe('First moment at which browsers accept the certificate.'),
  notAfter: Time.describe('When the certificate expires. Upload a new one before then.'),
})
export type CustomCertificate = z.output<typeof CustomCertificate>

export const AttachedDomain = z
  .object({
    domainId: idOf('dom'),
    hostname: z.string().meta({ description: 'Name that visitors enter in a browser.', example: 'app.example.com' }),
    url: z.string().meta({ description: 'Link to open, with its scheme.', example: 'https://app.example.com' }),
    service: z.string().describe('Name of the service that receives the requests.'),
    ssl: z
      .object({
        mode: Ssl.shape.mode,
        certificate: CustomCertificate.nullable().meta({
          description: 'The certificate you uploaded. Null unless the mode is `custom`.',
        }),
        state: CertificateState.nullable().meta({
          description: 'Progress of the certificate from the certificate authority. Null unless the mode is `auto`.',
        }),
      })
      .describe('How the hostname is secured with HTTPS.'),
    forceHttps: z.boolean().describe('Whether plain HTTP requests are redirected to HTTPS.'),
    redirects: z
      .object({
        www: z.boolean().describe('Whether the counterpart with or without `www.` redirects to this hostname.'),
        rules: z.array(RedirectRule).describe('Redirects for single paths. The first rule that matches wins.'),
      })
      .describe('Redirects that the proxy answers before a request reaches the service.'),
    redirectsTo: z.string().nullable().meta({
      description:
        'Hostname that all visitors are redirected to. Null unless this is the `www` counterpart of another domain.',
    }),
    hsts: Hsts.nullable().describe('Strict-Transport-Security header. Null if it is not sent.'),
    basicAuth: z
      .array(z.object({ username: z.string().describe('Sign-in name of one visitor. Passwords are never shown.') }))
      .describe('Visitors who can sign in with HTTP basic authentication. Empty if the hostname is public.'),
    maxBodyBytes: z
      .int()
      .nullable()
      .describe('Largest request body in bytes; larger ones get a 413. Null if there is no limit.'),
    maintenance: z
      .object({
        html: z.string().describe('Complete HTML page that visitors see.'),
        enabled: z.boolean().describe('Whether all visitors see it now, although a version is live.'),
      })
      .nullable()
      .describe('Page shown while nothing is live. Null shows one plain line.'),
    errorPages: z
      .array(ErrorPage)
      .describe('Pages for failures that the proxy notices. People get them instead of one plain line.'),
    ...RouteRules.shape,
    paths: z
      .array(PathRoute)
      .describe(
        'Paths that other services receive, in the order in which the proxy tries them: the longest first. `service` receives everything else.',
      ),
    state: AttachedState.describe('Whether the proxy of the server already serves the hostname.'),
    createdAt: Time.describe('When the domain was first attached to this environment.'),
    updatedAt: Time.describe('When its settings last changed.'),
  })
  .meta({
    id: 'AttachedDomain',
    description: 'A domain of an environment with its certificate, redirects, and access rules.',
  })
export type AttachedDomain = z.output<typeof AttachedDomain>
