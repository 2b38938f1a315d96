/** Form values of an attached domain, and the request made from them. */
import type { AttachDomainRequest, AttachedDomain } from '@longshore/sdk'
import { parsePaths, writePaths } from './path-lines.ts'
import { parseRules, writeRules } from './redirect-rules.ts'

export const hstsSeconds = { off: 0, hour: 3_600, day: 86_400, month: 2_592_000, year: 31_536_000 } as const
export type HstsChoice = keyof typeof hstsSeconds
export type Protection = 'none' | 'keep' | 'replace'

export interface AttachValues {
  hostname: string
  domainId: string
  service: string
  ssl: { mode: 'auto' | 'custom' | 'off'; certificate: string; privateKey: string }
  forceHttps: boolean
  redirects: { www: boolean; rules: string }
  hsts: { choice: HstsChoice; includeSubdomains: boolean }
  protection: Protection
  basicAuth: { username: string; password: string }[]
  maxBodyMegabytes: number | undefined
  maintenance: string
  paths: string
  knownPaths: AttachedDomain['paths']
}

export function emptyValues(): AttachValues {
  return {
    hostname: '',
    domainId: '',
    service: '',
    ssl: { mode: 'auto', certificate: '', privateKey: '' },
    forceHttps: true,
    redirects: { www: false, rules: '' },
    hsts: { choice: 'off', includeSubdomains: false },
    protection: 'none',
    basicAuth: [{ username: '', password: '' }],
    maxBodyMegabytes: undefined,
    maintenance: '',
    paths: '',
    knownPaths: [],
  }
}

export function valuesOf(domain: AttachedDomain): AttachValues {
  return {
    ...emptyValues(),
    hostname: domain.hostname,
    service: domain.service,
    ssl: { mode: domain.ssl.mode, certificate: '', privateKey: '' },
    forceHttps: domain.forceHttps,
    redirects: { www: domain.redirects.www, rules: writeRules(domain.redirects.rules) },
    hsts: {
      choice: hstsChoiceOf(domain.hsts?.maxAgeSeconds),
      includeSubdomains: domain.hsts?.includeSubdomains ?? false,
    },
    protection: domain.basicAuth.length > 0 ? 'keep' : 'none',
    maxBodyMegabytes: domain.maxBodyBytes === null ? undefined : domain.maxBodyBytes / 1_000_000,
    maintenance: domain.maintenance?.html ?? '',
    paths: writePaths(domain.paths),
    knownPaths: domain.paths,
  }
}

/** The next longer choice, so that saving the form doesn't silently shorten HSTS. */
function hstsChoiceOf(seconds = 0): HstsChoice {
  const choices: HstsChoice[] = ['off', 'hour', 'day', 'month', 'year']
  return choices.find((choice) => hstsSeconds[choice] >= seconds) ?? 'year'
}

/** Empty fields remove settings, because the form shows all of them. */
export function toAttachBody(values: AttachValues): AttachDomainRequest {
  const { hostname, domainId, service, ssl, hsts, protection, maintenance, maxBodyMegabytes } = values
  const isSecure = ssl.mode !== 'off'
  const own = ssl.certificate === '' ? {} : { certificate: ssl.certificate, privateKey: ssl.privateKey }
  return {
    ...(domainId === '' ? { hostname: hostname.trim() } : { domainId }),
    ...(service === '' ? {} : { service }),
    ...(ssl.mode === 'custom' && ssl.certificate === '' ? {} : { ssl: { mode: ssl.mode, ...own } }),
    forceHttps: isSecure && values.forceHttps,
    redirects: { www: values.redirects.www, rules: parseRules(values.redirects.rules) },
    hsts:
      hsts.choice === 'off' || !isSecure || !values.forceHttps
        ? null
        : { maxAgeSeconds: hstsSeconds[hsts.choice], includeSubdomains: hsts.includeSubdomains },
    ...(protection === 'keep' ? {} : { basicAuth: protection === 'none' ? null : values.basicAuth }),
    maxBodyBytes: maxBodyMegabytes === undefined ? null : Math.round(maxBodyMegabytes * 1_000_000),
    maintenance: maintenance.trim() === '' ? null : { html: maintenance },
    paths: parsePaths(values.paths, values.knownPaths),
  }
}
