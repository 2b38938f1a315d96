/** Shapes of servers. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { ShortText } from '../accounts/accounts.schemas.ts'
import { fingerprintPattern, isHost, isHostname, normaliseHost, usernamePattern } from './server-address.policy.ts'

export const serverStatuses = ['pending', 'connecting', 'ready', 'degraded', 'unreachable', 'host_key_changed'] as const
export type ServerStatus = (typeof serverStatuses)[number]

export const Host = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9:][A-Za-z0-9.:-]*$/, 'must be a host name or an IP address')
  .overwrite(normaliseHost)
  .refine(isHost, 'must be a host name or an IP address')
  .meta({ description: 'Name or address; IPv6 without brackets.', example: 'server-1.example.com' })
export const Port = z.int().min(1).max(65_535).meta({ example: 22 })
export const Username = z
  .string()
  .regex(usernamePattern, 'must be the name of a Linux user')
  .meta({ description: 'root, or a user in group docker.', example: 'root' })
export const Fingerprint = z
  .string()
  .regex(fingerprintPattern, 'must be a fingerprint as ssh-keygen -l prints it (SHA256:…)')
  .meta({ example: 'SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA' })
const BaseDomain = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9.-]+$/, 'must be a domain name')
  .overwrite((text) => text.toLowerCase())
  .refine((text) => isHostname(text) && text.includes('.'), 'must be a domain name')
  .meta({
    description: 'A wildcard of it points to the server: environments get addresses under it.',
    example: 'apps.example.com',
  })
const JumpServerId = idOf('srv').meta({ description: 'Another server of yours, through which this one is reached.' })
export const PrivateKeyText = z.string().min(1).max(16_384).meta({
  description: 'The content of a private key file: OpenSSH or PEM. Stored sealed, never shown again.',
  writeOnly: true,
})
export const PassphraseText = z.string().min(1).max(1_024).meta({ writeOnly: true })

export const ServerProblem = z
  .object({ code: z.string(), title: z.string(), detail: z.string(), hint: z.string() })
  .meta({ id: 'ServerProblem', description: 'Why a server is not ready, and what to do about it.' })
export type ServerProblem = z.output<typeof ServerProblem>

export const ServerFacts = z.object({
  os: z.object({
    id: z.string().meta({ example: 'debian' }),
    version: z.string(),
    name: z.string().meta({ example: 'Debian GNU/Linux 13 (trixie)' }),
    kernel: z.string(),
    architecture: z.string().meta({ example: 'amd64' }),
    sudo: z.enum(['root', 'passwordless', 'none']),
    rebootRequired: z.boolean(),
    clockSkewMs: z.number(),
  }),
  docker: z
    .object({
      version: z.string(),
      apiVersion: z.string(),
      storageDriver: z.string(),
      rootless: z.boolean(),
    })
    .nullable(),
  publicAddresses: z.object({ v4: z.string().nullable(), v6: z.string().nullable() }),
  resources: z.object({
    cpus: z.number(),
    memoryBytes: z.number(),
    swapBytes: z.number(),
    diskBytes: z.number(),
    diskFreeBytes: z.number(),
  }),
})
export type ServerFacts = z.output<typeof ServerFacts>

export const StoredHostKey = z.object({
  type: z.string(),
  key: z.string(),
  fingerprint: z.string(),
  pinnedAt: z.string(),
})
export type StoredHostKey = z.output<typeof StoredHostKey>

export const securityStates = [
  'unknown', 'scanning', 'weak', 'partial', 'hardened', 'drifted', 'hardening', 'failed',
] as const // biome-ignore format: a list
export const SecurityState = z.enum(securityStates).meta({ id: 'SecurityState' })

export const Server = z
  .object({
    id: idOf('srv'),
    name: z.string(),
    host: z.string(),
    port: z.int(),
    username: z.string(),
    jumpServerId: idOf('srv').nullable(),
    status: z.enum(serverStatuses),
    problem: ServerProblem.nullable(),
    hostKeys: z
      .array(z.object({ type: z.string(), fingerprint: z.string(), pinnedAt: Time }))
      .meta({ description: 'The pinned keys: a server that shows another is refused.' }),
    offeredHostKeys: z
      .array(z.object({ type: z.string(), fingerprint: z.string() }))
      .meta({ description: 'What it shows instead, until somebody accepts it.' }),
    publicKey: z.string().meta({ description: 'The line for authorized_keys on the server.' }),
    setupCommand: z
      .string()
      .nullable()
      .meta({ description: 'To be pasted on the server, as its user: lets Longshore in. Null once it is connected.' }),
    os: ServerFacts.shape.os.nullable(),
    docker: ServerFacts.shape.docker,
    publicAddresses: ServerFacts.shape.publicAddresses,
    resources: ServerFacts.shape.resources.nullable(),
    factsAt: Time.nullable().meta({ description: 'When system, resources and addresses were last read.' }),
    baseDomain: z.string().nullable(),
    security: z.object({ state: SecurityState, score: z.int().nullable(), scannedAt: Time.nullable() }),
    build: z
      .object({
        slots: z.int(),
        memoryBytes: z.number().nullable(),
        cpus: z.number().nullable(),
        cacheBytes: z.number().nullable(),
      })
      .meta({ description: 'Limits of builds there. Null: what is free, minus a reserve for what runs.' }),
    proxy: z.object({ status: z.enum(['absent', 'starting', 'running', 'failing']), version: z.string().nullable() }),
    lastSeenAt: Time.nullable(),
    deletionRequestedAt: Time.nullable(),
    version: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Server' })
export type Server = z.output<typeof Server>

export const ServerParams = z.object({ id: idOf('srv') })

export const CreateServerBody = z
  .strictObject({
    name: ShortText,
    host: Host,
    port: Port.default(22),
    username: Username,
    privateKey: PrivateKeyText.optional(),
    passphrase: PassphraseText.optional(),
    hostKeyFingerprint: Fingerprint.optional().meta({ description: 'The first contact must show this key.' }),
    jumpServerId: JumpServerId.optional(),
    baseDomain: BaseDomain.optional(),
  })
  .meta({ id: 'CreateServerRequest' })
export type CreateServer = z.output<typeof CreateServerBody>

const BuildLimits = z
  .strictObject({
    slots: z.int().min(1).max(64).optional().meta({ description: 'Builds at a time.' }),
    memoryBytes: z
      .int()
      .min(64 << 20)
      .max(4 * 1024 ** 4)
      .nullable()
      .optional(),
    cpus: z.number().min(0.1).max(512).nullable().optional(),
    cacheBytes: z
      .int()
      .min(0)
      .max(1024 ** 5)
      .nullable()
      .optional()
      .meta({ description: 'How much the cache of builds may hold.' }),
  })
  .meta({ description: 'What is left out stays. Null: what is free, minus a reserve for what runs.' })

export const UpdateServerBody = z
  .strictObject({
    name: ShortText.optional(),
    host: Host.optional(),
    port: Port.optional(),
    username: Username.optional(),
    jumpServerId: JumpServerId.nullable().optional(),
    baseDomain: BaseDomain.nullable().optional(),
    build: BuildLimits.optional(),
    hostKeyFingerprint: Fingerprint.optional().meta({
      description:
        'Forgets the pinned keys; the next contact must show this one. Without it the pins stay, whatever the address.',
    }),
  })
  .meta({ id: 'UpdateServerRequest' })
export type UpdateServer = z.output<typeof UpdateServerBody>

export const ServersQuery = PageQuery.extend({
  status: z.enum(serverStatuses).optional().meta({ description: 'Only servers in this state.' }),
  q: z.string().min(1).max(100).optional().meta({ description: 'Part of the name or the host.', example: 'server' }),
})
export type ServersQuery = z.output<typeof ServersQuery>

const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const DeleteServerQuery = z.strictObject({
  force: QueryFlag.optional().meta({ description: 'Also when something still uses it.', example: 'true' }),
  removeProxy: QueryFlag.optional().meta({
    description:
      'Also removes containers, images and networks of this instance, and the proxy with its certificates and private keys. Volumes with data stay.',
    example: 'true',
  }),
})
export type DeleteServer = z.output<typeof DeleteServerQuery>

export const AcceptHostKeyBody = z.strictObject({ fingerprint: Fingerprint }).meta({ id: 'AcceptHostKeyRequest' })
