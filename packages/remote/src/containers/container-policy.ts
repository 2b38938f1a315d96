/**
 * An allowlist of what our containers can request from the Engine: every key and every value of the body, checked in
 * the one place that sends it. Keys that aren't listed are rejected, including those of later Engine versions.
 */
import { z } from 'zod'
import { composeLabels, instanceLabel, specLabel } from '../docker/label-names.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { appSlice } from './app-cgroup.ts'
import { type ContainerBody, capabilitiesOf, emptyFolder, logDriver, loopback, noLog } from './container-body.ts'

const maxMemoryBytes = 4 * 1024 ** 4
const Name = z.string().regex(/^longshore-[a-z0-9][a-z0-9_.-]{0,180}$/)
/** Only containers that fill a volume can use this; they have no network themselves. */
const Beside = z.string().regex(/^container:longshore-[a-z0-9][a-z0-9_.-]{0,170}-restore$/)
/** NUL ends an argument for the kernel: the rest would be lost. */
const Word = z
  .string()
  .max(200_000)
  .refine((text) => !text.includes('\0'))
const HostName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
const Address = z.ipv4()
const LabelName = z
  .string()
  .max(100)
  .regex(/^longshore\.[a-z][a-z0-9.-]{0,80}$/)

/** Nothing can be mounted below these paths: they belong to the kernel, or are files of the Engine in the container. */
const keptPaths = ['/proc', '/sys', '/dev', '/run/secrets', '/etc/hosts', '/etc/resolv.conf', '/etc/hostname']
const MountPath = z
  .string()
  .max(500)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^\/[^\u0000-\u001f\u007f:,]+$/)
  .refine((path) =>
    path.split('/').every((part, index) => (part !== '' || index === 0) && part !== '.' && part !== '..'),
  )
  .refine((path) => !keptPaths.some((kept) => path === kept || path.startsWith(`${kept}/`)))

const Port = z.string().regex(/^[1-9]\d{0,4}\/tcp$/)
const isAlone = (ports: object) => Object.keys(ports).length === 1

const capabilitySets = Object.values(capabilitiesOf).map((each) => JSON.stringify(each))

const HostConfig = z
  .strictObject({
    NetworkMode: z.union([Name, z.literal('none'), Beside]),
    RestartPolicy: z.strictObject({ Name: z.enum(['unless-stopped', 'no']) }),
    // Never another IP address: public traffic passes through the proxy.
    PortBindings: z
      .record(
        Port,
        z.tuple([z.strictObject({ HostIp: z.literal(loopback), HostPort: z.string().regex(/^[1-9]\d{3,4}$/) })]),
      )
      .refine(isAlone)
      .optional(),
    ReadonlyRootfs: z.literal(true).optional(),
    IpcMode: z.literal('none').optional(),
    Tmpfs: z.record(z.string().regex(/^\/var\/lib\/[a-z/]{1,40}$/), z.literal(emptyFolder)).optional(),
    Ulimits: z.tuple([z.strictObject({ Name: z.literal('nproc'), Soft: z.literal(1), Hard: z.literal(1) })]).optional(),
    Init: z.boolean(),
    CapDrop: z.tuple([z.literal('ALL')]),
    CapAdd: z.array(z.string()).refine((list) => capabilitySets.includes(JSON.stringify(list))),
    SecurityOpt: z.tuple([z.literal('no-new-privileges')]),
    PidsLimit: z.int().min(1).max(100_000),
    LogConfig: z.discriminatedUnion('Type', [
      z.strictObject({
        Type: z.literal(logDriver.Type),
        Config: z.strictObject({ 'max-size': z.literal('10m'), 'max-file': z.literal('3') }),
      }),
      z.strictObject({ Type: z.literal(noLog.Type), Config: z.strictObject({}) }),
    ]),
    Mounts: z
      .array(z.strictObject({ Type: z.literal('volume'), Source: Name, Target: MountPath }))
      .max(20)
      .refine((list) => new Set(list.map((each) => each.Target)).size === list.length),
    Memory: z.int().min(6_291_456).max(maxMemoryBytes).optional(),
    MemorySwap: z.int().min(6_291_456).max(maxMemoryBytes).optional(),
    CgroupParent: z.literal(appSlice).optional(),
    NanoCpus: z.int().min(1_000_000).max(1e12).optional(),
  })
  .refine((config) => config.Memory === config.MemorySwap)

const Allowed = z
  .strictObject({
    // Use the id: a name could mean another image by the time it is resolved.
    Image: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    Entrypoint: z.tuple([z.literal('/bin/sh'), z.literal('-c')]).optional(),
    Cmd: z.array(Word).min(1).max(1_000).optional(),
    Env: z.array(Word.regex(/^[^=]{1,1000}=/)).max(2_000),
    Labels: z.record(z.union([LabelName, z.enum(Object.keys(composeLabels))]), z.string().max(1_000)),
    StopTimeout: z.int().min(0).max(3_600),
    User: z
      .string()
      .regex(/^([1-9]\d{5,9}):\1$/)
      .optional(),
    ExposedPorts: z.record(Port, z.strictObject({})).refine(isAlone).optional(),
    AttachStdout: z.literal(true).optional(),
    AttachStderr: z.literal(true).optional(),
    AttachStdin: z.literal(true).optional(),
    OpenStdin: z.literal(true).optional(),
    StdinOnce: z.literal(true).optional(),
    HostConfig,
    NetworkingConfig: z.strictObject({
      EndpointsConfig: z.record(
        Name,
        z.strictObject({ IPAMConfig: z.strictObject({ IPv4Address: Address }), Aliases: z.array(HostName).max(50) }),
      ),
    }),
  })
  .refine(({ Entrypoint, Cmd }) => Entrypoint === undefined || Cmd?.length === 1)
  .refine(({ HostConfig: { NetworkMode }, NetworkingConfig: { EndpointsConfig } }) => {
    const networks = Object.keys(EndpointsConfig)
    const hasNone = NetworkMode === 'none' || NetworkMode.startsWith('container:')
    return hasNone ? networks.length === 0 : networks.length === 1 && networks[0] === NetworkMode
  })
  .refine(({ Labels }) => Labels[instanceLabel] !== undefined && Labels[specLabel] !== undefined)
  .refine(({ Labels }) => Object.entries(composeLabels).every(([name, value]) => Labels[name] === value))

/** Throws policy_refused with the path of the rejected value. Values aren't included because they can be secrets. */
export function checkContainerBody(name: string, body: ContainerBody): void {
  const faults = Name.safeParse(name).success ? placesOf(Allowed.safeParse(body)) : ['name']
  if (faults.length === 0) return
  throw new RuntimeError('policy_refused', `The container asks for what no service may have: ${faults.join(', ')}.`)
}

function placesOf(result: z.ZodSafeParseResult<unknown>): string[] {
  if (result.success) return []
  const places = result.error.issues.map(({ code, path, ...rest }) => {
    const keys = code === 'unrecognized_keys' && 'keys' in rest && Array.isArray(rest.keys) ? rest.keys : []
    return [...path, ...keys.slice(0, 3)].map((part) => String(part).slice(0, 60)).join('.') || 'body'
  })
  return [...new Set(places)].slice(0, 5)
}
