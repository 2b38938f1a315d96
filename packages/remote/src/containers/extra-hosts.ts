/** Names that a container resolves to fixed addresses: never to the server itself, a metadata service, or our networks. */
import { isAllowed, isInAny, parseAddressPolicy } from '@longshore/addresses'
import { z } from 'zod'

const others = parseAddressPolicy('public,private')
/** The default of NETWORK_POOL. */
const own = ['10.210.0.0/16']

const Entry = z
  .string()
  .max(300)
  .regex(/^(?!localhost:)[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?:[0-9a-fA-F.:]+$/i)
  .refine((entry) => {
    const address = entry.slice(entry.indexOf(':') + 1)
    return isAllowed(others, address, 1) && !isInAny(address, own)
  })

/** Names for the loopback of a container without a network. */
export const LoopbackHosts = z
  .array(z.string().regex(/^(?!localhost:)[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?:127\.0\.0\.[1-9]\d?$/i))
  .min(1)
  .max(200)

export const ExtraHosts = z.array(Entry).min(1).max(20)
