/**
 * Parts of a server that an operator can allow beyond the policy of all containers: named paths, the Docker socket, single capabilities, and devices. The lists are closed, so that no setting admits what gives more than it
 * says: never `privileged`, and no capability that reaches the kernel or files outside of the container.
 */
import { z } from 'zod'
import type { Allowances, Grants } from '../runtime/container-spec.ts'
import { MountPath } from './mount-path.ts'

export const dockerSocket = '/var/run/docker.sock'
export const noAllowances: Allowances = { hostPaths: [], dockerSocket: false, capabilities: [], devices: [] }

/**
 * Capabilities that act inside the container. MKNOD isn't here: a device node on a path of the server would open the device to
 * other programs there.
 */
const capabilityNames = [
  'AUDIT_WRITE', 'FSETID', 'IPC_LOCK', 'NET_ADMIN', 'NET_RAW', 'SETFCAP', 'SETPCAP', 'SYS_CHROOT', 'SYS_NICE', 'SYS_PTRACE',
] as const // biome-ignore format: one list

const Capability = z.enum(capabilityNames)
/** Graphics, tunnels, and serial ports; never a disk or memory. */
const Device = z
  .string()
  .regex(/^\/dev\/(?:dri|net\/tun|tty(?:USB|ACM)\d{1,2}|serial\/by-id\/(?!\.{1,2}$)[\w.:-]{1,200})$/)
/** Below a folder for data. What Docker itself keeps below /opt would be code that it runs. */
const HostPath = MountPath.refine((path) =>
  /^\/(?:srv|mnt|media|data|storage|opt)\/(?!(?:containerd|longshore|cni)(?:\/|$))/.test(path),
)

const Bind = z.strictObject({
  Type: z.literal('bind'),
  Source: z.union([HostPath, z.literal(dockerSocket)]),
  Target: z.union([MountPath, z.literal(dockerSocket)]),
  ReadOnly: z.boolean(),
  // Mounts inside don't reach the server, and a missing path isn't created there.
  BindOptions: z.strictObject({ Propagation: z.literal('rprivate'), CreateMountpoint: z.literal(false) }),
})

const OneDevice = z
  .strictObject({ PathOnHost: Device, PathInContainer: Device, CgroupPermissions: z.literal('rw') })
  .refine(({ PathOnHost, PathInContainer }) => PathOnHost === PathInContainer)

/** The parts of a request body that only an allowance admits. */
export function grantedParts({ hostMounts = [], capabilities = [], devices = [] }: Grants = {}) {
  return {
    capabilities: [...capabilities],
    mounts: hostMounts.map(({ source, path, readOnly }) => ({
      ...({ Type: 'bind', Source: source, Target: path, ReadOnly: readOnly } as const),
      BindOptions: { Propagation: 'rprivate', CreateMountpoint: false } as const,
    })),
    devices: devices.map((path) => ({ PathOnHost: path, PathInContainer: path, CgroupPermissions: 'rw' as const })),
  }
}

interface Granted {
  readonly capabilities: readonly unknown[]
  readonly mounts: readonly unknown[]
  readonly devices: readonly unknown[]
}

/** Names what the server doesn't allow. Empty if it allows everything. */
export function findExcess({ capabilities, mounts, devices }: Granted, allowed: Allowances): string[] {
  return [
    ...(isEach(Capability, capabilities, (name) => allowed.capabilities.includes(name)) ? [] : ['HostConfig.CapAdd']),
    ...(isEach(Bind, mounts, (bind) => isAllowedBind(bind, allowed)) ? [] : ['HostConfig.Mounts']),
    ...(isEach(OneDevice, devices, ({ PathOnHost }) => allowed.devices.includes(PathOnHost))
      ? []
      : ['HostConfig.Devices']),
  ]
}

/** Names what the server doesn't allow, for people. Empty if it allows everything. */
export function describeMissing(
  { hostMounts = [], capabilities = [], devices = [] }: Grants,
  allowed: Allowances,
): string[] {
  const isMissing = (grants: Grants) => findExcess(grantedParts(grants), allowed).length > 0
  return [
    ...hostMounts
      .filter((mount) => isMissing({ hostMounts: [mount] }))
      .map(({ source, readOnly }) =>
        source === dockerSocket ? 'the Docker socket' : `the path ${source}${readOnly ? '' : ' to write to'}`,
      ),
    ...capabilities.filter((name) => isMissing({ capabilities: [name] })).map((name) => `the capability ${name}`),
    ...devices.filter((path) => isMissing({ devices: [path] })).map((path) => `the device ${path}`),
  ]
}

/**
 * Exactly an allowed path, not one below it: a program that can write to the allowed path could put a link there, and
 * Docker follows links on the server.
 */
function isAllowedBind(
  { Source, ReadOnly }: z.output<typeof Bind>,
  { hostPaths, dockerSocket: hasSocket }: Allowances,
): boolean {
  if (Source === dockerSocket) return hasSocket
  const isLinkable = hostPaths.some(({ path, writable }) => writable && Source.startsWith(`${path}/`))
  return !isLinkable && hostPaths.some(({ path, writable }) => path === Source && (ReadOnly || writable))
}

function isEach<Schema extends z.ZodType>(
  schema: Schema,
  values: readonly unknown[],
  isAllowed: (value: z.output<Schema>) => boolean,
): boolean {
  const read = z.array(schema).max(20).safeParse(values)
  const isOnce = new Set(values.map((value) => JSON.stringify(value))).size === values.length
  return isOnce && read.success && read.data.every(isAllowed)
}
