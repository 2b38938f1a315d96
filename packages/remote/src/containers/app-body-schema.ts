/** The policy for the containers of apps, databases, and programs. Each option has an allowlist of its own. */
import { z } from 'zod'
import { ExtraHosts, LoopbackHosts } from './extra-hosts.ts'
import { Sysctls, Ulimits } from './kernel-options.ts'
import { MountPath } from './mount-path.ts'
import { hasItsNetwork, hasNoSwap, maxMemoryBytes, sharedBody, sharedHost, Word } from './shared-body-schema.ts'

/** Never `exec`, `suid`, or `dev`: Docker's own options of a memory folder stay. */
const tmpfsOption = /^(?:size=[1-9]\d{0,12}|mode=[0-7]{3,4}|uid=\d{1,10}|gid=\d{1,10})$/
const Tmpfs = z
  .string()
  .refine((text) => text === '' || text.split(',').every((each) => tmpfsOption.test(each)))
  .refine((text) => {
    const names = text.split(',').map((each) => each.split('=')[0])
    return new Set(names).size === names.length
  })

const HostConfig = z
  .strictObject({
    ...sharedHost,
    Init: z.boolean(),
    ReadonlyRootfs: z.literal(true).optional(),
    Tmpfs: z
      .record(MountPath, Tmpfs)
      .refine((folders) => Object.keys(folders).length <= 20)
      .optional(),
    ShmSize: z.int().min(4_096).max(maxMemoryBytes).optional(),
    Ulimits: Ulimits.optional(),
    Sysctls: Sysctls.optional(),
    ExtraHosts: z.union([ExtraHosts, LoopbackHosts]).optional(),
  })
  .refine(hasNoSwap)
  // Only a container without a network has a loopback of its own that others can share.
  .refine(({ NetworkMode, ExtraHosts: hosts }) => NetworkMode === 'none' || !LoopbackHosts.safeParse(hosts).success, {
    path: ['ExtraHosts'],
  })
  .refine(({ Mounts, Tmpfs: folders = {} }) => Mounts.every(({ Target }) => !Object.hasOwn(folders, Target)), {
    path: ['Tmpfs'],
  })

export const AppBody = z
  .strictObject({
    ...sharedBody,
    Entrypoint: z.array(Word).min(1).max(1_000).optional(),
    User: z
      .string()
      .regex(/^(?:[a-z_][a-z0-9_.-]{0,31}|\d{1,9})(?::(?:[a-z_][a-z0-9_.-]{0,31}|\d{1,9}))?$/i)
      .optional(),
    // A directory below /proc/self/fd is one of the server (CVE-2024-21626).
    WorkingDir: z.union([z.literal('/'), MountPath]).optional(),
    StopSignal: z
      .string()
      .regex(/^(?:SIG[A-Z][A-Z0-9]{1,9}(?:[+-]\d{1,2})?|[1-9]\d?)$/)
      .optional(),
    HostConfig,
  })
  .refine(hasItsNetwork)
