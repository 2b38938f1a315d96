/** Address of the private link: a unix socket on one machine, mutual TLS between machines. */
import { ConfigError } from './config.ts'
import type { LinkAddress } from './platform/link/endpoint.ts'
import type { ApiSettings, WorkerSettings } from './settings.ts'

type LinkSettings = Pick<
  ApiSettings | WorkerSettings,
  'LINK_SOCKET' | 'LINK_URL' | 'LINK_TLS_CA' | 'LINK_TLS_CERT' | 'LINK_TLS_KEY'
>

export function linkAddress(settings: LinkSettings): LinkAddress {
  const { LINK_SOCKET, LINK_URL, LINK_TLS_CA: ca, LINK_TLS_CERT: cert, LINK_TLS_KEY: key } = settings
  if (LINK_URL === undefined) {
    if (LINK_SOCKET === undefined)
      throw new ConfigError([{ setting: 'LINK_SOCKET', fault: 'is missing; or set LINK_URL' }])
    const [socketPath = '', ...otherSocketPaths] = LINK_SOCKET.split(',')
    return { socketPath, otherSocketPaths }
  }
  if (ca === undefined || cert === undefined || key === undefined) {
    throw new ConfigError([{ setting: 'LINK_URL', fault: 'needs LINK_TLS_CA, LINK_TLS_CERT and LINK_TLS_KEY' }])
  }
  const { hostname, port } = new URL(LINK_URL)
  return { host: hostname, port: Number(port || 443), tls: { ca, cert, key } }
}

/** The address on which this worker listens; each worker on a machine has its own socket. */
export function listenAddress(settings: LinkSettings): LinkAddress {
  const address = linkAddress(settings)
  if ('socketPath' in address && (address.otherSocketPaths ?? []).length > 0)
    throw new ConfigError([
      { setting: 'LINK_SOCKET', fault: 'must be one path for a worker; only the api takes several' },
    ])
  return address
}
