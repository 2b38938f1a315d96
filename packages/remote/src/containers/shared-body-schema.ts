/** The parts of a request body that the policies of all containers share. */
import { z } from 'zod'
import { composeLabels, instanceLabel, specLabel } from '../docker/label-names.ts'
import { appSlice } from './app-cgroup.ts'
import { capabilitiesOf, logDriver, loopback, noLog } from './container-body.ts'
import { MountPath } from './mount-path.ts'

export const maxMemoryBytes = 4 * 1024 ** 4
export const Name = z.string().regex(/^longshore-[a-z0-9][a-z0-9_.-]{0,180}$/)
/** Only containers that fill a volume can use this; they have no network themselves. */
const Beside = z.string().regex(/^container:longshore-[a-z0-9][a-z0-9_.-]{0,170}-restore$/)
/** NUL ends an argument for the kernel: the rest would be lost. */
export const Word = z
  .string()
  .max(200_000)
  .refine((text) => !text.includes('\0'))
/** Compose files use names with dots, underscores, and capitals. */
const HostName = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$/)
const LabelName = z
  .string()
  .max(100)
  .regex(/^longshore\.[a-z][a-z0-9.-]{0,80}$/)
const Port = z.string().regex(/^[1-9]\d{0,4}\/tcp$/)
const isAlone = (ports: object) => Object.keys(ports).length === 1
const capabilitySets = Object.values(capabilitiesOf).map((each) => JSON.stringify(each))

export const sharedHost = {
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
}

export const sharedBody = {
  // Use the id: a name could mean another image by the time it is resolved.
  Image: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  Cmd: z.array(Word).min(1).max(1_000).optional(),
  Env: z.array(Word.regex(/^[^=]{1,1000}=/)).max(2_000),
  Labels: z
    .record(z.union([LabelName, z.enum(Object.keys(composeLabels))]), z.string().max(1_000))
    .refine((labels) => labels[instanceLabel] !== undefined && labels[specLabel] !== undefined)
    .refine((labels) => Object.entries(composeLabels).every(([name, value]) => labels[name] === value)),
  StopTimeout: z.int().min(0).max(3_600),
  ExposedPorts: z.record(Port, z.strictObject({})).refine(isAlone).optional(),
  AttachStdout: z.literal(true).optional(),
  AttachStderr: z.literal(true).optional(),
  AttachStdin: z.literal(true).optional(),
  OpenStdin: z.literal(true).optional(),
  StdinOnce: z.literal(true).optional(),
  NetworkingConfig: z.strictObject({
    EndpointsConfig: z.record(
      Name,
      z.strictObject({ IPAMConfig: z.strictObject({ IPv4Address: z.ipv4() }), Aliases: z.array(HostName).max(50) }),
    ),
  }),
}

export function hasNoSwap({ Memory, MemorySwap }: { Memory?: number | undefined; MemorySwap?: number | undefined }) {
  return Memory === MemorySwap
}

interface Networked {
  readonly HostConfig: { readonly NetworkMode: string }
  readonly NetworkingConfig: { readonly EndpointsConfig: object }
}

export function hasItsNetwork({ HostConfig: { NetworkMode }, NetworkingConfig: { EndpointsConfig } }: Networked) {
  const networks = Object.keys(EndpointsConfig)
  const hasNone = NetworkMode === 'none' || NetworkMode.startsWith('container:')
  return hasNone ? networks.length === 0 : networks.length === 1 && networks[0] === NetworkMode
}
