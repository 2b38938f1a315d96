/**
 * Settings of a service for its containers, beyond a command, variables, and volumes. The report and the settings of a
 * service share these schemas, so that a suggestion is always a valid setting.
 */
import { z } from 'zod'
import { isReachableAddress } from './reachable-address.ts'
import { dockerSocket, serverCapability, serverDevice, serverPath } from './server-parts.schemas.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const noControl = /^[^\u0000-\u001f\u007f]*$/

/** Paths of the kernel, and files that Docker manages in each container. */
const keptPaths = ['/proc', '/sys', '/dev', '/etc/hosts', '/etc/resolv.conf', '/etc/hostname']

/** Also for files in `/run/secrets`, which programs expect there. */
export const containerFilePath = z
  .string()
  .max(500)
  .regex(noControl, 'must not contain control characters')
  .regex(/^\/[^:,]+$/, 'must be an absolute path in the container')
  .refine((path) => !/\/\/|\/$|(?:^|\/)\.{1,2}(?:\/|$)/.test(path), 'must be a plain path without `..`')
  .refine(
    (path) => !keptPaths.some((kept) => path === kept || path.startsWith(`${kept}/`)),
    'must not be a path of the kernel or of Docker',
  )

export const containerPath = containerFilePath.refine(
  (path) => !/^\/run\/secrets(?:\/|$)/.test(path),
  'must not be a path of the kernel or of Docker',
)

/** One argument of a program. Scripts span lines, and an empty argument has a meaning for some programs. */
export const argumentSchema = z
  .string()
  .max(4_000)
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')

const ownerId = z.int().min(0).max(2_097_151).nullable().default(null)

const memoryFolderSchema = z.strictObject({
  path: containerPath.describe('Absolute path in the container.'),
  sizeBytes: z
    .int()
    .min(4_096)
    .max(1024 ** 4)
    .nullable()
    .default(null)
    .describe('Largest size in bytes. Null leaves only the memory limit of the container.'),
  mode: z
    .string()
    .regex(/^[0-7]{3,4}$/, 'must be an octal mode such as 1777')
    .nullable()
    .default(null)
    .describe('Octal file mode, such as `1777`. Null uses the mode of the folder in the image.'),
  uid: z.int().min(0).max(2_147_483_647).nullable().default(null).describe('User ID of the owner. Null means root.'),
  gid: z.int().min(0).max(2_147_483_647).nullable().default(null).describe('Group ID. Null means root.'),
})

export const ulimitNames = [
  'core', 'cpu', 'data', 'fsize', 'locks', 'memlock', 'msgqueue', 'nofile', 'nproc', 'rss', 'sigpending', 'stack',
] as const // biome-ignore format: one list

/** Docker's limits are 64-bit; -1 means no limit and is safe only for memory that the memory limit counts anyway. */
const ulimitSchema = z
  .strictObject({
    name: z
      .enum(ulimitNames)
      .describe(
        'Limit that the kernel enforces. Sizes are in bytes. `core`: size of a core dump. `cpu`: CPU time in seconds. `data`: size of the data segment. `fsize`: size of a file that the program writes. `locks`: number of file locks. `memlock`: memory locked against swapping. `msgqueue`: size of the user’s POSIX message queues. `nofile`: number of open files. `nproc`: number of processes of the user. `rss`: resident memory, which current kernels ignore. `sigpending`: number of the user’s pending signals. `stack`: size of the stack.',
      ),
    soft: z.int().min(-1).max(1_073_741_824).describe('Limit that applies first. -1 means no limit.'),
    hard: z.int().min(-1).max(1_073_741_824).describe('Highest limit that the program can set. -1 means no limit.'),
  })
  .refine(({ soft, hard }) => hard === -1 || (soft !== -1 && soft <= hard), 'must have a soft limit up to the hard one')
  .refine(
    ({ name, hard }) => hard !== -1 || name === 'memlock' || name === 'core' || name === 'stack',
    'can only be unlimited for memlock, core, and stack',
  )
  .refine(({ name, hard }) => name !== 'nofile' || hard <= 1_048_576, 'can have at most 1,048,576 open files')

/** Parameters that the kernel keeps for each container; all others would change the server. */
export const sysctlNames = [
  'kernel.msgmax', 'kernel.msgmnb', 'kernel.msgmni', 'kernel.sem', 'kernel.shmall', 'kernel.shmmax', 'kernel.shmmni',
  'fs.mqueue.msg_max', 'fs.mqueue.msgsize_max', 'fs.mqueue.queues_max', 'net.core.somaxconn',
  'net.ipv4.ip_local_port_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_max_syn_backlog', 'net.ipv4.tcp_syncookies', 'net.ipv4.tcp_tw_reuse',
  'net.ipv6.conf.all.disable_ipv6', 'net.ipv6.conf.default.disable_ipv6',
] as const // biome-ignore format: one list

export const containerUser = z
  .string()
  .regex(
    /^(?:[A-Za-z_][A-Za-z0-9_.-]{0,31}|\d{1,9})(?::(?:[A-Za-z_][A-Za-z0-9_.-]{0,31}|\d{1,9}))?$/,
    'must be a user such as node, 1000, or 1000:1000',
  )

const extraHostSchema = z.strictObject({
  hostname: z
    .string()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?$/, 'must be a hostname')
    .refine((name) => name.toLowerCase() !== 'localhost', 'must not be localhost')
    .describe('Name that the program looks up.'),
  address: z
    .union([z.ipv4(), z.ipv6()])
    .refine(isReachableAddress, 'must be a public or private IP address, not one of the server or of Longshore')
    .describe('IP address that the name resolves to in the container.'),
})

const hostMountSchema = z.strictObject({
  source: z
    .union([z.literal(dockerSocket), serverPath])
    .describe('Path of the server, or `/var/run/docker.sock` for the Docker socket.'),
  path: containerPath.describe('Absolute path in the container.'),
  readOnly: z.boolean().default(true).describe('Whether the program can only read there.'),
})

const isEachOnce = (values: readonly unknown[]) => new Set(values).size === values.length

export const grantsSchema = z
  .strictObject({
    hostMounts: z
      .array(hostMountSchema)
      .max(20)
      .refine((mounts) => isEachOnce(mounts.map(({ path }) => path)), 'must have one entry per path')
      .default([])
      .describe('Paths of the server that the containers see.'),
    capabilities: z
      .array(serverCapability)
      .max(20)
      .refine(isEachOnce, 'must name each capability once')
      .default([])
      .describe('Linux capabilities beyond those of all containers, such as `NET_ADMIN`.'),
    devices: z
      .array(serverDevice)
      .max(20)
      .refine(isEachOnce, 'must name each device once')
      .default([])
      .describe('Devices of the server, such as `/dev/dri`, at the same path in the container.'),
  })
  .describe('Parts of the server that the service uses. A deployment fails unless an operator allows all of them.')
export type ServiceGrants = z.output<typeof grantsSchema>

export const containerSchema = z.strictObject({
  entrypoint: z
    .array(argumentSchema)
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('Program and arguments that replace the entrypoint of the image. The command follows them.'),
  user: containerUser
    .nullable()
    .default(null)
    .describe('User that runs the program, such as `node` or `1000:1000`. Null uses the user of the image.'),
  workingDirectory: containerPath
    .or(z.literal('/'))
    .nullable()
    .default(null)
    .describe('Directory in which the program starts. Null uses the one of the image.'),
  init: z
    .boolean()
    .nullable()
    .default(null)
    .describe(
      'Whether a small init process runs first, which passes signals on and reaps child processes. Null uses one unless the image has its own.',
    ),
  stopSignal: z
    .string()
    .regex(/^(?:SIG[A-Z][A-Z0-9]{1,9}(?:[+-]\d{1,2})?|[1-9]\d?)$/, 'must be a signal such as SIGINT')
    .nullable()
    .default(null)
    .describe('Signal that asks the program to stop, such as `SIGINT`. Null uses the one of the image.'),
  readOnly: z
    .boolean()
    .default(false)
    .describe('Whether the program can write only to its volumes and memory folders.'),
  memoryFolders: z
    .array(memoryFolderSchema)
    .max(20)
    .default([])
    .describe('Folders that exist only in memory and are empty after each start.'),
  sharedMemoryBytes: z
    .int()
    .min(4_096)
    .max(1024 ** 4)
    .nullable()
    .default(null)
    .describe('Size of the shared memory at `/dev/shm`. Null means 64 MB.'),
  ulimits: z
    .array(ulimitSchema)
    .max(20)
    .default([])
    .describe('Limits of the kernel for the program, such as open files.'),
  sysctls: z
    .partialRecord(z.enum(sysctlNames), z.string().regex(/^\d{1,20}(?:[ \t]+\d{1,20}){0,3}$/, 'must be numbers'))
    .default({})
    .describe('Kernel parameters of the container. Only those that the kernel keeps apart for each container.'),
  extraHosts: z
    .array(extraHostSchema)
    .max(20)
    .default([])
    .describe('Names with fixed IP addresses, which only this container resolves.'),
  grants: grantsSchema
    .nullable()
    .default(null)
    .describe(
      'Parts of the server that the service uses. A deployment fails unless an operator of the instance allows them on its server. Previews never get them.',
    ),
})
export type ContainerOptions = z.output<typeof containerSchema>

export const resourcesSchema = z.strictObject({
  memoryBytes: z
    .int()
    .min(16 * 1024 ** 2)
    .max(4 * 1024 ** 4)
    .nullable()
    .default(null)
    .describe(
      'Memory limit of each container in bytes. A container that exceeds it is stopped by the kernel. Null sets no limit.',
    ),
  cpus: z
    .number()
    .min(0.05)
    .max(512)
    .nullable()
    .default(null)
    .describe('CPU limit of each container in cores, such as 0.5. Null sets no limit.'),
  pids: z
    .int()
    .min(16)
    .max(100_000)
    .nullable()
    .default(null)
    .describe('Maximum number of processes in each container. Null uses the default of Longshore.'),
})
export type Resources = z.output<typeof resourcesSchema>

/** The steps of a deployment store the texts, so they have to be small. */
export const maxFileLength = 65_536
export const maxFilesLength = 98_304

/** A file is stated as text, is read from the repository for each deployment, or is the value of a variable. */
export const fileSchema = z
  .strictObject({
    path: containerFilePath.describe('Absolute path where the container sees the file.'),
    mode: z
      .string()
      .regex(/^[0-7]{3,4}$/, 'must be an octal mode such as 0644')
      .default('0644')
      .describe('Octal file mode, such as `0644`, or `0755` for a script.'),
    uid: ownerId.describe('User ID of the owner. Null means root.'),
    gid: ownerId.describe('ID of the group. Null means root.'),
    content: z
      .string()
      .max(maxFileLength)
      .refine((text) => !text.includes('\0'), 'must be text')
      .nullable()
      .default(null)
      .describe('Text of the file. Use `variable` for a file with passwords.'),
    source: z
      .string()
      .min(1)
      .max(1_000)
      .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\p{Cc}]*$/u, 'must be a path inside the repository')
      .nullable()
      .default(null)
      .describe('Path of a file in the repository. Each deployment reads it from its commit.'),
    variable: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/)
      .nullable()
      .default(null)
      .describe('Key of a variable whose value is the text of the file.'),
  })
  .refine(
    ({ content, source, variable }) => [content, source, variable].filter((each) => each !== null).length === 1,
    'must have exactly one of content, source, and variable',
  )
export type ServiceFile = z.output<typeof fileSchema>
export const filesSchema = z
  .array(fileSchema)
  .max(50)
  .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, 'must have one entry per path')
  .refine(
    (files) => files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) <= maxFilesLength,
    'must have at most 96 KB of text together',
  )
