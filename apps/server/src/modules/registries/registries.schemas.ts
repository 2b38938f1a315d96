/** Schemas of registries: credentials for private images. */
import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
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
  .meta({
    description: 'Hostname of the registry, as image names start with it. Use `docker.io` for Docker Hub.',
    example: 'ghcr.io',
  })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NoControl = /^[^\u0000-\u001f\u007f]*$/

export const Registry = z
  .object({
    id: idOf('reg'),
    host: z.string().meta({
      description: 'Hostname of the registry. Longshore uses the credential for all images from it.',
      example: 'ghcr.io',
    }),
    username: z.string().meta({ description: 'Login name at the registry.', example: 'octocat' }),
    status: z
      .enum(['connected', 'invalid'])
      .describe(
        'Result of the last check. `connected`: the registry accepts the credential. `invalid`: it refuses it.',
      ),
    lastCheckedAt: Time.nullable().describe('When Longshore last tested the credential with the registry.'),
    version: Version,
    createdAt: Time.describe('When the credential was first saved.'),
    updatedAt: Time.describe('When its password or its status last changed.'),
  })
  .meta({
    id: 'Registry',
    description: 'A credential for private images in a container registry. The password is never returned.',
  })
export type Registry = z.output<typeof Registry>

export const CreateRegistryBody = z
  .strictObject({
    host: RegistryHost,
    username: z
      .string()
      .min(1)
      .max(255)
      .regex(NoControl, 'must not contain control characters')
      .refine((text) => !text.includes(':'), 'must not contain a colon')
      .meta({ description: 'Login name at the registry, without a colon.', example: 'octocat' }),
    password: z.string().min(1).max(16_384).regex(NoControl, 'must not contain control characters').meta({
      description: 'Password or access token for the registry. It is stored encrypted and never shown again.',
      example: 'ghp_0123456789abcdef',
      writeOnly: true,
    }),
  })
  .meta({ id: 'CreateRegistryRequest' })
export type CreateRegistry = z.output<typeof CreateRegistryBody>

export const RegistryParams = z.object({ id: idOf('reg') })
