/** Schemas for what the Engine reports about containers that Longshore didn't create. All of it is untrusted text. */
import { z } from 'zod'

const maxEntries = 2_000
const Text = z.string().max(200_000)
const Name = z.string().max(1_000)
const texts = (schema = Text) =>
  z
    .array(schema)
    .max(maxEntries)
    .nullish()
    .transform((value) => value ?? [])
const Labels = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
const text = z
  .string()
  .max(10_000)
  .nullish()
  .transform((value) => value ?? '')

const HealthCheck = z.object({
  Test: texts(),
  Interval: number,
  Timeout: number,
  Retries: number,
  StartPeriod: number,
})

const Config = {
  Env: texts(),
  Cmd: texts(),
  Entrypoint: texts(),
  WorkingDir: text,
  User: text,
  StopSignal: text,
  Healthcheck: HealthCheck.nullish(),
  ExposedPorts: z.record(z.string().max(100), z.unknown()).nullish(),
}

export const ForeignSummary = z.object({ Id: z.string().regex(/^[0-9a-f]{64}$/), Labels })
export const ForeignSummaries = z.array(ForeignSummary)

/** Mounts of every running container, also of those that belong to no compose project. */
export const RunningMounts = z.array(
  z.object({
    Id: z.string().regex(/^[0-9a-f]{64}$/),
    Mounts: z
      .array(z.object({ Name: Name.optional(), Source: z.string().max(4_096).optional(), RW: z.boolean(), Type: Name }))
      .max(200)
      .nullish()
      .transform((value) => value ?? []),
  }),
)

export const ForeignContainer = z.object({
  Id: z.string().regex(/^[0-9a-f]{64}$/),
  Name,
  Image: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  State: z.object({ Status: Name, Running: z.boolean() }),
  Config: z.object({ ...Config, Image: text, Labels, StopTimeout: z.number().nullish() }),
  HostConfig: z.object({
    Privileged: flag,
    NetworkMode: text,
    PidMode: text,
    IpcMode: text,
    ReadonlyRootfs: flag,
    Memory: number,
    NanoCpus: number,
    CpuQuota: number,
    CpuPeriod: number,
    PidsLimit: number,
    ShmSize: number,
    Init: z.boolean().nullish(),
    CapAdd: texts(Name),
    ExtraHosts: texts(Name),
    Devices: z.array(z.unknown()).nullish(),
    DeviceRequests: z.array(z.unknown()).nullish(),
    RestartPolicy: z.object({ Name: text, MaximumRetryCount: number }).nullish(),
    Tmpfs: z.record(Name, Name).nullish(),
    Ulimits: z.array(z.object({ Name, Soft: z.number(), Hard: z.number() })).nullish(),
    Sysctls: z.record(Name, Name).nullish(),
    PortBindings: z
      .record(
        z.string().max(100),
        z
          .array(z.object({ HostIp: text, HostPort: text }))
          .max(100)
          .nullish(),
      )
      .nullish(),
  }),
  Mounts: z
    .array(
      z.object({
        Type: Name,
        Name: Name.optional(),
        Source: z.string().max(4_096).optional(),
        Destination: z.string().max(4_096),
        RW: z.boolean(),
        Driver: Name.optional(),
      }),
    )
    .max(200)
    .nullish()
    .transform((value) => value ?? []),
  NetworkSettings: z.object({
    Networks: z
      .record(Name, z.object({ IPAddress: text, Aliases: texts(Name) }))
      .nullish()
      .transform((value) => value ?? {}),
  }),
})
export type ForeignContainer = z.output<typeof ForeignContainer>

export const ForeignImage = z.object({
  Id: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  RepoDigests: texts(Name),
  Config: z
    .object(Config)
    .extend({ Labels, Volumes: z.record(z.string(), z.unknown()).nullish() })
    .nullish(),
})
export type ForeignImage = z.output<typeof ForeignImage>

/** The Engine encodes it in a header of the archive. */
export const PathStat = z.object({ name: z.string(), size: z.number(), mode: z.number() })
