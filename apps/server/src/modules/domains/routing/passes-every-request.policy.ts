/** Whether the proxy sends every request for a hostname to its service; pure. Releases are probed only through such ones. */
import type { RouteOptions } from './route-options.schemas.ts'

export function passesEveryRequest(options: RouteOptions): boolean {
  if (options.isInMaintenance) return false
  const { redirectTo, rules, signIns, paths, allowedNetworks, rateLimit, timeoutSeconds, requestHeaders } = options
  const lists = [rules, signIns, paths, allowedNetworks ?? []]
  const others = [redirectTo, rateLimit, timeoutSeconds, requestHeaders]
  return lists.every((each) => each.length === 0) && others.every((each) => each === null)
}
