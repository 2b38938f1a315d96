/** Settings of containers that Longshore can take over. Pure. */
import { containerSchema, resourcesSchema, sysctlNames, ulimitNames } from '@longshore/analyzer/container'
import type { RunningService } from './running-stack.policy.ts'

const smallestMemoryBytes = 16 * 1024 ** 2
const units: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1_024, m: 1_048_576, g: 1_073_741_824 }
const noneSet = containerSchema.parse({})

export function optionsOf(service: RunningService) {
  const ulimits = service.ulimits.filter(({ name }) => ulimitNames.some((each) => each === name))
  const sysctls = Object.entries(service.sysctls).filter(([name]) => sysctlNames.some((each) => each === name))
  const wanted = {
    ...noneSet,
    entrypoint: service.entrypoint,
    user: service.user,
    workingDirectory: service.workingDirectory,
    init: service.hasInit ? true : null,
    stopSignal: service.stopSignal,
    readOnly: service.isReadOnly,
    memoryFolders: service.memoryFolders.map(toMemoryFolder),
    sharedMemoryBytes: service.sharedMemoryBytes,
    ulimits,
    sysctls: Object.fromEntries(sysctls),
  }
  const isSet = JSON.stringify(wanted) !== JSON.stringify(noneSet)
  const memoryBytes = service.memoryBytes === null ? null : Math.max(smallestMemoryBytes, service.memoryBytes)
  const cpus = service.cpus === null ? null : Math.max(0.05, service.cpus)
  const pids = service.pids === null ? null : Math.max(16, service.pids)
  return {
    container: isSet ? wanted : null,
    resources: resourcesSchema.parse({ memoryBytes, cpus, pids }),
    ignored: ulimits.length < service.ulimits.length || sysctls.length < Object.keys(service.sysctls).length,
  }
}

function toMemoryFolder({ path, options }: RunningService['memoryFolders'][number]) {
  const stated = new Map(options.split(',').map((each) => [each.split('=')[0] ?? '', each.split('=')[1] ?? '']))
  const number = (name: string) => (/^\d{1,9}$/.test(stated.get(name) ?? '') ? Number(stated.get(name)) : null)
  const mode = stated.get('mode') ?? ''
  return {
    path,
    sizeBytes: sizeOf(stated.get('size') ?? ''),
    mode: /^[0-7]{3,4}$/.test(mode) ? mode : null,
    uid: number('uid'),
    gid: number('gid'),
  }
}

function sizeOf(text: string): number | null {
  const [, digits = '', unit = ''] = /^(\d{1,15})([bkmg]?)$/i.exec(text) ?? []
  return digits === '' ? null : Number(digits) * (units[unit.toLowerCase()] ?? 1)
}
