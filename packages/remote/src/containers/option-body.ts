/** The parts of a request body for what an app can change about its container; pure. Unset options are left out. */
import type { ContainerOptions, ContainerSpec, MemoryFolder } from '../runtime/container-spec.ts'
import { imageShell } from './image-shell.ts'

/**
 * A command text runs in the shell of the image, inside the container. An entrypoint would otherwise come before it.
 */
export function commandOf({ command, options = {} }: Pick<ContainerSpec, 'command' | 'options'>) {
  if (typeof command === 'string') {
    const [program, option, text] = imageShell(command)
    return { Entrypoint: [program, option], Cmd: [text] }
  }
  const { entrypoint } = options
  return {
    ...(entrypoint === undefined ? {} : { Entrypoint: [...entrypoint] }),
    ...(command === null ? {} : { Cmd: [...command] }),
  }
}

export function programOptions({ user, workingDirectory, stopSignal }: ContainerOptions = {}) {
  return {
    ...(user === undefined ? {} : { User: user }),
    ...(workingDirectory === undefined ? {} : { WorkingDir: workingDirectory }),
    ...(stopSignal === undefined ? {} : { StopSignal: stopSignal }),
  }
}

export function hostOptions(options: ContainerOptions = {}) {
  const { readOnly, memoryFolders = [], sharedMemoryBytes, ulimits = [], sysctls = {}, extraHosts = [] } = options
  const limits = ulimits.map(({ name, soft, hard }) => ({ Name: name, Soft: soft, Hard: hard }))
  return {
    ...(readOnly === true ? { ReadonlyRootfs: true } : {}),
    ...(memoryFolders.length === 0 ? {} : { Tmpfs: tmpfsOf(memoryFolders) }),
    ...(sharedMemoryBytes === undefined ? {} : { ShmSize: sharedMemoryBytes }),
    ...(limits.length === 0 ? {} : { Ulimits: limits }),
    ...(extraHosts.length === 0
      ? {}
      : { ExtraHosts: extraHosts.map(({ hostname, address }) => `${hostname}:${address}`) }),
    ...(Object.keys(sysctls).length === 0 ? {} : { Sysctls: { ...sysctls } }),
  }
}

/** Docker adds noexec, nosuid, and nodev. */
function tmpfsOf(folders: readonly MemoryFolder[]): Record<string, string> {
  return Object.fromEntries(
    folders.map(({ path, sizeBytes: size, mode, uid, gid }) => {
      const values = Object.entries({ size, mode, uid, gid }).filter(([, value]) => value !== null)
      return [path, values.map(([name, value]) => `${name}=${value}`).join()]
    }),
  )
}
