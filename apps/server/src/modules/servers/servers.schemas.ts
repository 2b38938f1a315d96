/** Schemas of servers. */
import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { ShortText } from '../../platform/http/text-fields.schemas.ts'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { fingerprintPattern, isHost, isHostname, normalizeHost, usernamePattern } from './server-address.policy.ts'

export const serverStatuses = ['pending', 'connecting', 'ready', 'degraded', 'unreachable', 'host_key_changed'] as const
export type ServerStatus = (typeof serverStatuses)[number]

export const Host = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9:][A-Za-z0-9.:-]*$/, 'must be a hostname or an IP address')
  .overwrite(normalizeHost)
  .refine(isHost, 'must be a hostname or an IP address')
  .meta({
    description: 'Hostname or IP address of the server. Write IPv6 without brackets.',
    example: 'server-1.example.com',
  })
export const Port = z
  .int()
  .min(1)
  .max(65_535)
  .meta({ description: 'TCP port of the SSH service. Defaults to 22.', example: 22 })
export const Username = z.string().regex(usernamePattern, 'must be a Linux username').meta({
  description: 'Linux user that Longshore logs in as: `root`, or a user in the group `docker`.',
  example: 'root',
})
export const Fingerprint = z
  .string()
  .regex(fingerprintPattern, 'must be a fingerprint as ssh-keygen -l prints it (SHA256:…)')
  .meta({
    description: 'Fingerprint of an SSH host key, as `ssh-keygen -l` prints it.',
    example: 'SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA',
  })
const BaseDomain = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9.-]+$/, 'must be a domain name')
  .overwrite((text) => text.toLowerCase())
  .refine((text) => isHostname(text) && text.includes('.'), 'must be a domain name')
  .meta({
    description:
      'Domain whose wildcard DNS record points to the server. Environments on the server get generated hostnames below it.',
    example: 'apps.example.com',
  })
const JumpServerId = idOf('srv').meta({
  description: 'Another of your servers that Longshore connects through, as an SSH jump host.',
})
export const PrivateKeyText = z.string().min(1).max(16_384).meta({
  description:
    'Content of a private key file in OpenSSH or PEM format. It is stored encrypted and never shown again. Without it, Longshore generates a key.',
  writeOnly: true,
})
export const PassphraseText = z
  .string()
  .min(1)
  .max(1_024)
  .meta({ description: 'Passphrase that protects `privateKey`. Only needed if the key has one.', writeOnly: true })

export const ServerProblem = z
  .object({
    code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
    title: z.string().describe('Short summary of the problem, for a headline.'),
    detail: z.string().describe('What Longshore found, in a sentence for people.'),
    hint: z.string().describe('What you can do to make the server ready.'),
  })
  .meta({ id: 'ServerProblem', description: 'Why a server cannot be used fully, and what to do about it.' })
export type ServerProblem = z.output<typeof ServerProblem>

export const ServerFacts = z.object({
  os: z
    .object({
      id: z
        .string()
        .meta({ description: 'Distribution in lower case, as `ID` in /etc/os-release.', example: 'debian' }),
      version: z
        .string()
        .meta({ description: 'Release of the distribution, as `VERSION_ID` in /etc/os-release.', example: '13' }),
      name: z
        .string()
        .meta({ description: 'Full name of the distribution, for people.', example: 'Debian GNU/Linux 13 (trixie)' }),
      kernel: z
        .string()
        .meta({ description: 'Linux kernel release, as `uname -r` prints it.', example: '6.12.48-amd64' }),
      architecture: z.string().meta({ description: 'CPU architecture, in the terms of Docker.', example: 'amd64' }),
      sudo: z
        .enum(['root', 'passwordless', 'none'])
        .describe(
          'How far the user can go. `root`: it is root. `passwordless`: it can use sudo without a password. `none`: it cannot act as root.',
        ),
      rebootRequired: z.boolean().describe('Whether installed updates wait for a restart of the server.'),
      clockSkewMs: z
        .number()
        .describe(
          'Difference between the clocks of the server and the instance in milliseconds. Positive if the server is ahead.',
        ),
    })
    .describe('Operating system of the server, as last read.'),
  docker: z
    .object({
      version: z.string().meta({ description: 'Release of Docker Engine that is installed.', example: '28.5.1' }),
      apiVersion: z
        .string()
        .meta({ description: 'Newest Docker API version that the engine supports.', example: '1.51' }),
      storageDriver: z.string().meta({ description: 'How Docker stores image layers.', example: 'overlay2' }),
      rootless: z.boolean().describe('Whether Docker runs without root privileges.'),
    })
    .nullable()
    .describe('Docker Engine on the server. Null if it is not installed or cannot be used.'),
  publicAddresses: z
    .object({
      v4: z
        .string()
        .nullable()
        .meta({ description: 'Public IPv4 address. Null if the server has none.', example: '203.0.113.7' }),
      v6: z
        .string()
        .nullable()
        .meta({ description: 'Public IPv6 address. Null if the server has none.', example: '2001:db8::7' }),
    })
    .describe('IP addresses at which the internet reaches the server. Point DNS records at them.'),
  resources: z
    .object({
      cpus: z.number().describe('Number of CPU cores.'),
      memoryBytes: z.number().describe('Total main memory in bytes.'),
      swapBytes: z.number().describe('Total swap space in bytes. 0 if there is none.'),
      diskBytes: z.number().describe('Size of the disk that holds images and volumes, in bytes.'),
      diskFreeBytes: z.number().describe('Space that is left on that disk, in bytes.'),
    })
    .describe('Hardware of the server, as last read.'),
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
export const SecurityState = z.enum(securityStates).meta({
  id: 'SecurityState',
  description:
    '`unknown`: it was never scanned. `scanning`: a scan is running. `weak`: a critical or high check that hardening fixes has failed. `partial`: only checks of lower severity have failed. `hardened`: every check that hardening fixes passes. `drifted`: something that passed after hardening no longer passes. `hardening`: a hardening run is in progress. `failed`: the last scan failed, so the checks can be out of date.',
})

const HostKey = z.object({
  type: z.string().meta({ description: 'Algorithm of the host key, as SSH names it.', example: 'ssh-ed25519' }),
  fingerprint: z.string().meta({
    description: 'SHA-256 fingerprint, as `ssh-keygen -l` prints it on the server.',
    example: 'SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA',
  }),
})

const Status = z
  .enum(serverStatuses)
  .describe(
    '`pending`: no login has worked yet; Longshore keeps trying. `connecting`: the first contact, or the first after a change, is in progress. `ready`: it can run deployments. `degraded`: it is reachable, but `problem` limits its use. `unreachable`: it missed at least two checks in a row; Longshore keeps trying. `host_key_changed`: it shows an unknown host key, and someone has to accept it.',
  )

export const Server = z
  .object({
    id: idOf('srv'),
    name: z.string().meta({ description: 'Display name, unique within the organization.', example: 'fsn-1' }),
    host: z
      .string()
      .meta({ description: 'Hostname or IP address that Longshore connects to.', example: 'server-1.example.com' }),
    port: z.int().meta({ description: 'TCP port of the SSH service.', example: 22 }),
    username: z.string().meta({ description: 'Linux user that Longshore logs in as.', example: 'root' }),
    jumpServerId: idOf('srv')
      .nullable()
      .describe('Server that Longshore connects through. Null if it connects directly.'),
    status: Status,
    problem: ServerProblem.nullable().describe('Why the server cannot be used fully. Null if all is well.'),
    hostKeys: z
      .array(
        z.object({
          ...HostKey.shape,
          pinnedAt: Time.describe('When Longshore saw or you accepted this host key.'),
        }),
      )
      .meta({ description: 'Trusted SSH host keys. Longshore refuses to connect if the server shows any other.' }),
    expectedHostKeyFingerprint: z.string().nullable().meta({
      description:
        'Fingerprint of the host key that the server must show on first contact. Null if Longshore trusts the first key it sees.',
      example: null,
    }),
    offeredHostKeys: z.array(HostKey).meta({
      description: 'Unknown host keys that the server shows now. Empty unless `status` is `host_key_changed`.',
    }),
    publicKey: z
      .string()
      .meta({ description: 'Public key of Longshore, as a line for `~/.ssh/authorized_keys` on the server.' }),
    keySource: z
      .enum(['generated', 'provided'])
      .describe('`generated`: Longshore created the key. `provided`: you supplied it, so it can be in use elsewhere.'),
    setupCommand: z.string().nullable().meta({
      description:
        'Command to run on the server as its user. It gives Longshore access. Null once the server is connected.',
    }),
    os: ServerFacts.shape.os
      .nullable()
      .describe('Operating system of the server, as last read. Null before the first login.'),
    docker: ServerFacts.shape.docker,
    publicAddresses: ServerFacts.shape.publicAddresses,
    resources: ServerFacts.shape.resources
      .nullable()
      .describe('Hardware of the server, as last read. Null before the first login.'),
    detailsUpdatedAt: Time.nullable().meta({
      description:
        'When Longshore last read the operating system, hardware, and IP addresses. Null before the first login.',
    }),
    baseDomain: z.string().nullable().meta({
      description: 'Domain below which environments on the server get generated hostnames. Null if you set none.',
      example: 'apps.example.com',
    }),
    security: z
      .object({
        state: SecurityState,
        score: z
          .int()
          .nullable()
          .describe('Weighted share of applicable checks that pass, from 0 to 100. Null before the first scan.'),
        scannedAt: Time.nullable().describe('When the last successful scan ended. Null before the first one.'),
      })
      .describe('Summary of the last security scan. `GET /servers/{id}/security` has the details.'),
    build: z
      .object({
        concurrency: z.int().describe('Number of builds that can run on the server at the same time.'),
        memoryBytes: z.number().nullable().describe('Memory limit of each build in bytes. Null uses what is free.'),
        cpus: z.number().nullable().describe('CPU limit of each build in cores. Null uses what is free.'),
        cacheBytes: z
          .number()
          .nullable()
          .describe('Size limit of the build cache in bytes. Null uses a share of the free disk space.'),
      })
      .meta({
        description: 'Limits for image builds. A null limit uses what is free, minus a reserve for running apps.',
      }),
    proxy: z
      .object({
        status: z
          .enum(['absent', 'starting', 'running', 'failing'])
          .describe(
            '`absent`: nothing has been deployed here yet. `starting`: it is being started. `running`: it serves visitors. `failing`: it does not respond; Longshore keeps repairing it.',
          ),
        version: z.string().nullable().describe('Version of the proxy that is running. Null if it is absent.'),
      })
      .describe('Proxy on the server that receives all requests of visitors.'),
    lastSeenAt: Time.nullable().describe('When Longshore last logged in successfully. Null if it never has.'),
    deletionRequestedAt: Time.nullable().describe('When someone asked to delete the server. Null if nobody has.'),
    version: Version,
    createdAt: Time.describe('When someone registered the server with Longshore.'),
    updatedAt: Time.describe('When its settings or its status last changed.'),
  })
  .meta({
    id: 'Server',
    description: 'A Linux server that runs deployments, with its connection, hardware, and status.',
  })
export type Server = z.output<typeof Server>

export const ServerParams = z.object({ id: idOf('srv') })

export const CreateServerBody = z
  .strictObject({
    name: ShortText.describe('Display name, unique within the organization, 1 to 100 characters.'),
    host: Host,
    port: Port.default(22),
    username: Username,
    privateKey: PrivateKeyText.optional(),
    passphrase: PassphraseText.optional(),
    hostKeyFingerprint: Fingerprint.optional().meta({
      description:
        'Host key that the server must show on first contact. Without it, Longshore trusts the first key it sees.',
    }),
    jumpServerId: JumpServerId.optional(),
    baseDomain: BaseDomain.optional(),
  })
  .meta({ id: 'CreateServerRequest' })
export type CreateServer = z.output<typeof CreateServerBody>

const BuildLimits = z
  .strictObject({
    concurrency: z
      .int()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Number of builds that can run at the same time, from 1 to 64.' }),
    memoryBytes: z
      .int()
      .min(64 << 20)
      .max(4 * 1024 ** 4)
      .nullable()
      .optional()
      .describe('Memory limit of each build in bytes, at least 64 MiB.'),
    cpus: z.number().min(0.1).max(512).nullable().optional().describe('CPU limit of each build in cores, such as 1.5.'),
    cacheBytes: z
      .int()
      .min(0)
      .max(1024 ** 5)
      .nullable()
      .optional()
      .meta({ description: 'Size limit of the build cache in bytes. Longshore removes the oldest entries first.' }),
  })
  .meta({
    description:
      'Limits for image builds. Fields you leave out stay as they are; null uses what is free, minus a reserve for running apps.',
  })

export const UpdateServerBody = z
  .strictObject({
    name: ShortText.optional().describe('New display name, unique within the organization.'),
    host: Host.optional(),
    port: Port.optional(),
    username: Username.optional(),
    jumpServerId: JumpServerId.nullable().optional(),
    baseDomain: BaseDomain.nullable().optional(),
    build: BuildLimits.optional(),
    hostKeyFingerprint: Fingerprint.optional().meta({
      description:
        'Replaces the trusted host keys: the next contact must show this one. Without it, the trusted keys stay, even if you change the host.',
    }),
  })
  .meta({ id: 'UpdateServerRequest' })
export type UpdateServer = z.output<typeof UpdateServerBody>

export const ServersQuery = PageQuery.extend({
  status: Status.optional(),
  q: z.string().min(1).max(100).optional().meta({
    description: 'Text to search for in the display name and the host. Upper and lower case are the same.',
    example: 'server',
  }),
})
export type ServersQuery = z.output<typeof ServersQuery>

const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const DeleteServerQuery = z.strictObject({
  force: QueryFlag.optional().meta({
    description:
      'Deletes the server even if environments run on it, backups are stored on it, or other servers are reached through it.',
    example: 'true',
  }),
  removeProxy: QueryFlag.optional().meta({
    description:
      'Also removes containers, images, and networks of Longshore from the server, and the proxy with its certificates. Volumes with data are kept.',
    example: 'true',
  }),
  permanent: QueryFlag.optional().meta({
    description:
      'Cleans up and removes the server at once instead of moving it to the trash. Only a person who signed in within the last ten minutes can do this; an API token never can.',
    example: 'true',
  }),
})
export type DeleteServer = z.output<typeof DeleteServerQuery>

export const AcceptHostKeyBody = z
  .strictObject({
    fingerprint: Fingerprint.describe('Fingerprint of the offered host key that you have compared and trust.'),
  })
  .meta({ id: 'AcceptHostKeyRequest' })
