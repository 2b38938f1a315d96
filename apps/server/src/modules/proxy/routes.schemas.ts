/** What a hostname's row says about TLS and where it came from. */
import { z } from 'zod'

/** auto: by ACME. internal: signed by the proxy itself. custom: somebody brought it. */
export const RouteTls = z.enum(['off', 'internal', 'auto', 'custom'])
export type RouteTls = z.output<typeof RouteTls>

export const RouteOrigin = z.enum(['automatic', 'domain'])
export type RouteOrigin = z.output<typeof RouteOrigin>
