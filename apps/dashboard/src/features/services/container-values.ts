/** The settings of a service's containers as text fields, and back. Pure. */
import type { ServiceRequest } from '@longshore/sdk'
import { commandText, readArguments } from './command-text.ts'
import {
  formatExtraHosts,
  formatMemoryFolders,
  formatSysctls,
  formatUlimits,
  readExtraHosts,
  readMemoryFolders,
  readSysctls,
  readUlimits,
} from './container-lines.ts'
import { type Amount, bytesOrNull, mebibytes, textOrNull } from './field-values.ts'

type Container = NonNullable<ServiceRequest['container']>

export interface ContainerValues {
  entrypoint: string
  user: string
  workingDirectory: string
  init: '' | 'on' | 'off'
  stopSignal: string
  readOnly: boolean
  memoryFolders: string
  /** The unit is MiB. */
  sharedMemoryBytes: Amount
  ulimits: string
  sysctls: string
  extraHosts: string
  /** Kept as they are. */
  grants: NonNullable<Container['grants']> | null
}

export function toContainerValues(container: ServiceRequest['container']): ContainerValues {
  const given = container ?? {}
  return {
    entrypoint: commandText(given.entrypoint),
    user: given.user ?? '',
    workingDirectory: given.workingDirectory ?? '',
    init: given.init === true ? 'on' : given.init === false ? 'off' : '',
    stopSignal: given.stopSignal ?? '',
    readOnly: given.readOnly ?? false,
    memoryFolders: formatMemoryFolders(given.memoryFolders ?? []),
    sharedMemoryBytes: mebibytes(given.sharedMemoryBytes),
    ulimits: formatUlimits(given.ulimits ?? []),
    sysctls: formatSysctls(given.sysctls ?? {}),
    extraHosts: formatExtraHosts(given.extraHosts ?? []),
    grants: given.grants ?? null,
  }
}

/** Null if nothing is set: the image decides. `findContainerFaults` reports what can't be read. */
export function toContainer(values: ContainerValues): Container | null {
  const container: Container = {
    entrypoint: values.entrypoint.trim() === '' ? null : readArguments(values.entrypoint),
    user: textOrNull(values.user),
    workingDirectory: textOrNull(values.workingDirectory),
    init: values.init === '' ? null : values.init === 'on',
    stopSignal: textOrNull(values.stopSignal),
    readOnly: values.readOnly,
    memoryFolders: readMemoryFolders(values.memoryFolders).entries,
    sharedMemoryBytes: bytesOrNull(values.sharedMemoryBytes),
    ulimits: readUlimits(values.ulimits).entries,
    sysctls: Object.fromEntries(readSysctls(values.sysctls).entries),
    extraHosts: readExtraHosts(values.extraHosts).entries,
    grants: values.grants,
  }
  const { readOnly, ...others } = container
  return !readOnly && Object.values(others).every(isUnset) ? null : container
}

function isUnset(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
