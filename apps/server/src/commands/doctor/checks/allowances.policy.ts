/** Lists servers whose containers can use parts of them; pure. */
import { type Finding, ok, warning } from '../finding.policy.ts'

export interface AllowingServer {
  readonly name: string
  readonly organization: string
  readonly socket: boolean
  /** Number of paths, capabilities, and devices. */
  readonly parts: number
}

/** Allowances are normal. The Docker socket isn't, because it gives full control of the server. */
export function evaluateAllowances(servers: readonly AllowingServer[]): Finding {
  if (servers.length === 0) return ok('no server allows its containers more than usual')
  const text = servers.map(describe).join('; ')
  return servers.some(({ socket }) => socket) ? warning(text) : ok(text)
}

function describe({ name, organization, socket, parts }: AllowingServer): string {
  const things = [
    ...(socket ? ['the Docker socket'] : []),
    ...(parts === 0 ? [] : [`${parts} other part${parts === 1 ? '' : 's'}`]),
  ]
  return `${name} of ${organization} allows ${things.join(' and ')}`
}
