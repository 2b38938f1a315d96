/** Stand-ins until the real parts are wired: every call fails for good. */
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { DeploySources, Runtimes } from './deploy-ports.ts'
import type { ProxyRecords, SealedRecords } from './deployment-records.ts'

async function missing(): Promise<never> {
  throw new PermanentError('not_built', 'This part does not exist yet.')
}

export const missingRuntimes: Runtimes = { use: missing }
export const missingSources: DeploySources = { resolve: missing, plan: missing, checkout: missing }
export const missingSealed: SealedRecords = { openVariables: missing, openCredentials: missing, openRegistry: missing }
export const missingProxy: ProxyRecords = {
  hostnames: missing,
  ensureRoutes: missing,
  proxyConfiguration: missing,
  markProxyLoaded: missing,
}
