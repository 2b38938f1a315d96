/** Stored description of the old containers, without values of variables. Only add fields, with defaults. */
import { z } from 'zod'
import { storedId } from '../../platform/ids/stored-id.ts'
import { ServiceList } from '../environments/services.schemas.ts'
import { AdoptionPlan } from './adoptions.schemas.ts'

const ContainerId = z.string().regex(/^[0-9a-f]{64}$/)

export const FrozenStack = z.object({
  name: z.string(),
  /** In the order in which they start. Also containers that are stopped but not adopted, such as a proxy of its own. */
  containers: z.array(
    z.object({
      id: ContainerId,
      service: z.string(),
      /** Restart policy that the container had before the switch. */
      restart: z.object({ name: z.string(), retries: z.int() }),
      graceSeconds: z.int(),
    }),
  ),
  /** One entry for each new volume. */
  data: z.array(
    z.object({
      service: z.string(),
      volume: z.string(),
      containerId: ContainerId,
      path: z.string(),
      source: z.string(),
    }),
  ),
  /** IDs of the images that the environment runs. */
  images: z.array(z.string()),
  /** Whether the stopped containers publish the port 80 or 443. */
  holdsProxyPorts: z.boolean(),
  web: z.array(z.object({ service: z.string(), containerId: ContainerId, port: z.int() })),
  /** Named volumes that the stopped containers use. */
  volumes: z.array(z.string()),
})
export type FrozenStack = z.output<typeof FrozenStack>

const Sealed = z.union([
  z.strictObject({ value: z.string() }),
  z.strictObject({ sealedValue: z.string(), isSealed: z.boolean() }),
])

/** Everything that an adoption is created from. The worker has sealed the values of secret variables. */
export const PreparedStack = z.object({
  plan: AdoptionPlan,
  services: ServiceList,
  variables: z.array(z.object({ id: storedId('var'), key: z.string(), service: z.string(), content: Sealed })),
  stack: FrozenStack,
})
export type PreparedStack = z.output<typeof PreparedStack>
