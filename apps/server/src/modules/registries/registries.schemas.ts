/** Shapes of registries: accounts for images that are not public. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { cleanRegistryHost } from './registry-host.policy.ts'

export const RegistryHost = z
  .string()
  .min(1)
  .max(261)
  .refine(
    (text) => cleanRegistryHost(text) !== undefined,
    'must be a host such as ghcr.io or registry.example.com:5000',
  )
  .overwrite((text) => cleanRegistryHost(text) ?? text)
  .meta({ description: 'As images name it; `docker.io` for Docker Hub.', example: 'ghcr.io' })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NoControl = /^[^\u0000-\u001f\u007f]*$/

export const Registry = z
  .object({
    id: idOf('reg'),
    host: z.string(),
    username: z.string(),
    status: z.enum(['connected', 'invalid']),
    lastCheckedAt: Time.nullable(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Registry' })
export type Registry = z.output<typeof Registry>

export const CreateRegistryBody = z
  .strictObject({
    host: RegistryHost,
    username: z
      .string()
      .min(1)
      .max(255)
      .regex(NoControl, 'must not hold control characters')
      .refine((text) => !text.includes(':'), 'must not hold a colon')
      .meta({ example: 'octocat' }),
    password: z.string().min(1).max(16_384).regex(NoControl, 'must not hold control characters').meta({
      description: 'Password or access token. Stored sealed, never shown again.',
      example: 'ghp_0123456789abcdef',
      writeOnly: true,
    }),
  })
  .meta({ id: 'CreateRegistryRequest' })
export type CreateRegistry = z.output<typeof CreateRegistryBody>

export const RegistryParams = z.object({ id: idOf('reg') })
