/** Schemas for the parts of the Engine's responses that we use. Docker writes null for empty lists. */
import { z } from 'zod'

const labels = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])

/** The requested address remains while the container is stopped; the other one doesn't. */
const Endpoint = z.object({
  IPAddress: z.string().optional(),
  IPAMConfig: z.object({ IPv4Address: z.string().optional() }).nullish(),
})

export const EngineVersion = z.object({
  Version: z.string(),
  ApiVersion: z.string(),
  MinAPIVersion: z.string().optional(),
  Os: z.string(),
  Arch: z.string(),
  KernelVersion: z.string().optional(),
})

export const EngineInfo = z.object({
  ID: z.string().optional(),
  Name: z.string(),
  ServerVersion: z.string(),
  OperatingSystem: z.string(),
  OSType: z.string(),
  Architecture: z.string(),
  KernelVersion: z.string(),
  NCPU: z.number(),
  MemTotal: z.number(),
  Driver: z.string(),
  DockerRootDir: z.string(),
  CgroupDriver: z.string().optional(),
  CgroupVersion: z.string().optional(),
  LoggingDriver: z.string().optional(),
  InitCommit: z.object({ ID: z.string().optional() }).nullish(),
  LiveRestoreEnabled: z.boolean().optional(),
  SecurityOptions: listOf(z.string()),
  Containers: z.number(),
  ContainersRunning: z.number(),
  Images: z.number(),
  Swarm: z.object({ LocalNodeState: z.string().optional() }).optional(),
})

export const ContainerSummary = z.object({
  Id: z.string(),
  Names: listOf(z.string()),
  Image: z.string(),
  ImageID: z.string(),
  Created: z.number(),
  State: z.string(),
  Status: z.string(),
  Labels: labels,
  NetworkSettings: z
    .object({
      Networks: z
        .record(z.string(), Endpoint)
        .nullish()
        .transform((value) => value ?? {}),
    })
    .nullish()
    .transform((value) => value ?? { Networks: {} }),
  Ports: listOf(
    z.object({
      IP: z.string().optional(),
      PrivatePort: z.number(),
      PublicPort: z.number().optional(),
      Type: z.string(),
    }),
  ),
})

export const ContainerDetails = z.object({
  Id: z.string(),
  Name: z.string(),
  Image: z.string(),
  RestartCount: z.number().optional(),
  State: z.object({
    Status: z.string(),
    Running: z.boolean(),
    Pid: z.number().optional(),
    ExitCode: z.number(),
    OOMKilled: z.boolean().optional(),
    Error: z.string().optional(),
    StartedAt: z.string().optional(),
    FinishedAt: z.string().optional(),
    Health: z.object({ Status: z.string() }).nullish(),
  }),
  Config: z.object({ Image: z.string().optional(), User: z.string().optional(), Labels: labels }),
  HostConfig: z.object({
    Privileged: z.boolean().optional(),
    NetworkMode: z.string().optional(),
    PidMode: z.string().optional(),
    IpcMode: z.string().optional(),
    ReadonlyRootfs: z.boolean().optional(),
    Memory: z.number().optional(),
    MemorySwap: z.number().optional(),
    NanoCpus: z.number().optional(),
    CpuShares: z.number().optional(),
    PidsLimit: z.number().nullish(),
    RestartPolicy: z.object({ Name: z.string().optional() }).nullish(),
    CapAdd: listOf(z.string()),
    CapDrop: listOf(z.string()),
    SecurityOpt: listOf(z.string()),
    Binds: listOf(z.string()),
    Devices: listOf(z.object({ PathOnHost: z.string(), PathInContainer: z.string(), CgroupPermissions: z.string() })),
  }),
  Mounts: listOf(
    z.object({
      Type: z.string(),
      Name: z.string().optional(),
      Source: z.string().optional(),
      Destination: z.string(),
      RW: z.boolean(),
    }),
  ),
  NetworkSettings: z.object({
    Networks: z
      .record(z.string(), Endpoint)
      .nullish()
      .transform((value) => value ?? {}),
  }),
})

export const CreatedContainer = z.object({ Id: z.string(), Warnings: listOf(z.string()) })

export const ImageSummary = z.object({
  Id: z.string(),
  RepoTags: listOf(z.string()),
  RepoDigests: listOf(z.string()),
  Created: z.number(),
  Size: z.number(),
  Labels: labels,
})

export const ImageDetails = z.object({
  Id: z.string(),
  RepoTags: listOf(z.string()),
  RepoDigests: listOf(z.string()),
  Architecture: z.string(),
  Size: z.number(),
  Config: z
    .object({
      Labels: labels,
      ExposedPorts: z.record(z.string(), z.unknown()).nullish(),
      Entrypoint: listOf(z.string()),
      Cmd: listOf(z.string()),
    })
    .nullish(),
})

export const RemovedImages = listOf(z.object({ Untagged: z.string().optional(), Deleted: z.string().optional() }))

export const NetworkSummary = z.object({
  Created: z.string(),
  Id: z.string(),
  Name: z.string(),
  Driver: z.string(),
  Scope: z.string(),
  Internal: z.boolean().optional(),
  Labels: labels,
  IPAM: z
    .object({ Config: listOf(z.object({ Subnet: z.string().optional(), Gateway: z.string().optional() })) })
    .nullish()
    .transform((value) => value ?? { Config: [] }),
})
export const CreatedNetwork = z.object({ Id: z.string() })

export const VolumeSummary = z.object({
  Name: z.string(),
  Driver: z.string(),
  Mountpoint: z.string(),
  CreatedAt: z.string().optional(),
  Labels: labels,
  /** Driver options: `device` turns any folder of the server into a volume. */
  Options: labels,
})
/** The Engine measures volumes only for this request. A size of -1 means that it doesn't know it. */
const MeasuredVolume = VolumeSummary.extend({ UsageData: z.object({ Size: z.number() }).nullish() })
export const DiskUsage = z.object({ Volumes: listOf(MeasuredVolume) })
export const VolumeList = z.object({ Volumes: listOf(VolumeSummary) })

export const CreatedExec = z.object({ Id: z.string() })
export const ExecDetails = z.object({ Running: z.boolean(), ExitCode: z.number().nullish() })

export const lists = {
  containers: z.array(ContainerSummary),
  images: z.array(ImageSummary),
  networks: z.array(NetworkSummary),
}
