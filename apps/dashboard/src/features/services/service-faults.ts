/** Finds what a service form can't send, and what a schema can't say, at the fields of the form. Pure. */
import type { FieldError } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { readArguments, readCommand } from './command-text.ts'
import { type Lines, readExtraHosts, readMemoryFolders, readSysctls, readUlimits } from './container-lines.ts'
import { isDatabase, type ServiceValues } from './service-values.ts'

const words = text.services.faults
/** Groups of parameters that the kernel keeps for each container. The schema lists the allowed ones. */
const containerParameter = /^(?:kernel\.(?:msg|sem|shm)|fs\.mqueue\.|net\.)/

export function findServiceFaults(values: ServiceValues): FieldError[] {
  if (isDatabase(values.kind)) return []
  return [...findCommandFaults(values), ...findContainerFaults(values), ...findFileFaults(values)]
}

function findCommandFaults({ kind, command, container }: ServiceValues): FieldError[] {
  const hasShell = kind !== 'static' && typeof readCommand(command) === 'string'
  return [
    ...faultIf(readArguments(container.entrypoint) === null, '/container/entrypoint', words.entrypoint),
    ...faultIf(hasShell && container.entrypoint.trim() !== '', '/command', words.commandWithEntrypoint),
  ]
}

function findContainerFaults({ container }: ServiceValues): FieldError[] {
  const { memoryFolders, ulimits, sysctls, extraHosts, workingDirectory, user, stopSignal } = container
  const foreign = readSysctls(sysctls).entries.find(([name]) => !containerParameter.test(name))?.[0]
  return [
    ...lineFaults(readMemoryFolders(memoryFolders), '/container/memoryFolders', '/tmp 64 MiB'),
    ...lineFaults(readUlimits(ulimits), '/container/ulimits', 'nofile=1024:2048'),
    ...lineFaults(readExtraHosts(extraHosts), '/container/extraHosts', 'db.example.com=10.1.2.3'),
    ...lineFaults(readSysctls(sysctls), '/container/sysctls', 'net.core.somaxconn=1024'),
    ...faultIf(foreign !== undefined, '/container/sysctls', words.foreignParameter(foreign ?? '')),
    ...faultIf(!isEmptyOr(/^\//, workingDirectory), '/container/workingDirectory', words.absolutePath('/app')),
    ...faultIf(!isEmptyOr(/^[\w.:-]+$/, user), '/container/user', words.user),
    ...faultIf(!isEmptyOr(/^(?:SIG[A-Z]|\d)/, stopSignal), '/container/stopSignal', words.stopSignal),
  ]
}

function findFileFaults({ files }: ServiceValues): FieldError[] {
  return files.flatMap(({ path, mode, origin, variable }, index) => {
    const at = `/files/${index}`
    const isUsed = files.slice(0, index).some((other) => other.path.trim() === path.trim())
    return [
      ...faultIf(!path.trim().startsWith('/'), `${at}/path`, words.absolutePath('/etc/app.conf')),
      ...faultIf(isUsed, `${at}/path`, words.usedPath),
      ...faultIf(!isEmptyOr(/^[0-7]{3,4}$/, mode), `${at}/mode`, words.mode),
      ...faultIf(origin === 'variable' && !/^[A-Za-z_]\w*$/.test(variable.trim()), `${at}/variable`, words.key),
    ]
  })
}

function lineFaults({ unreadable: [line] }: Lines<unknown>, pointer: string, example: string): FieldError[] {
  return line === undefined ? [] : [{ pointer, code: 'invalid_format', message: words.line(line, example) }]
}

function faultIf(isFault: boolean, pointer: string, message: string): FieldError[] {
  return isFault ? [{ pointer, code: 'invalid_format', message }] : []
}

function isEmptyOr(pattern: RegExp, value: string): boolean {
  return value.trim() === '' || pattern.test(value.trim())
}
