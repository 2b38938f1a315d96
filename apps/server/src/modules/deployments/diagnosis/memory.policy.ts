/** Recognizes a build or a service that needs more memory than its limit. */
import type { Remedy } from '../diagnosis.schemas.ts'
import { canChange, type FailedRun, type Finding } from './failed-output.policy.ts'
import { type Found, findAny, findLast } from './output-lines.policy.ts'

const mib = 1_048_576
const maxBytes = 4 * 1024 ** 4
const minBuildBytes = 512 * mib

const signs = [
  { pattern: /JavaScript heap out of memory/, isNode: true },
  { pattern: /java\.lang\.OutOfMemoryError: (?:Java heap space|Metaspace|GC overhead limit exceeded)/, isNode: false },
  { pattern: /^fatal error: runtime: out of memory/, isNode: false },
] as const

/**
 * Package managers hide the exit code of a process that the kernel killed. A running program could also have been
 * killed by a person.
 */
const killed = /^(?:npm (?:error|ERR!) signal SIGKILL|error Command failed with signal "SIGKILL"\.|Killed)$/

/** Gunicorn starts another worker, so the container keeps running. It also kills workers that take too long. */
const killedWorker = /\[ERROR\] Worker \(pid:\d{1,10}\) was sent SIGKILL! Perhaps out of memory\?$/
const slowWorker = /\[CRITICAL\] WORKER TIMEOUT/

export function recognizeMemory(scene: FailedRun): Finding | null {
  const { failure, isBuild, lines } = scene
  const found = findAny(lines, signs)
  const end = isBuild ? findLast(lines, killed) : findKilledWorker(lines)
  const isKilled = failure.code === 'out_of_memory' || failure.code === 'build_out_of_memory' || end !== null
  if (!isKilled && found === null) return null
  const isNode = found?.sign.isNode === true
  return {
    code: 'out_of_memory',
    title: isBuild ? 'The build needs more memory' : 'The service needs more memory',
    explanation: explain(isBuild, isKilled),
    at: (found ?? end)?.at ?? null,
    remedies: [...(isBuild ? raiseBuild(scene) : raiseService(scene)), ...(isNode ? raiseHeap(scene) : [])],
  }
}

function findKilledWorker(lines: readonly string[]): Found | null {
  return findLast(lines, slowWorker) === null ? findLast(lines, killedWorker) : null
}

function explain(isBuild: boolean, isKilled: boolean): string {
  const who = isBuild ? 'The build' : 'The program'
  return isKilled
    ? `${who} was stopped because it used more memory than its limit allows.`
    : `${who} reached the limit of its own heap and stopped.`
}

function raiseService({ service }: FailedRun): Remedy[] {
  const bytes = service?.configuration.resources.memoryBytes ?? null
  if (bytes === null || !canChange(service, 'resources') || bytes >= maxBytes) return []
  const memoryBytes = Math.min(doubled(bytes), maxBytes)
  return [
    { action: 'raise_memory', label: `Raise memory to ${sizeOf(memoryBytes)}`, service: service.name, memoryBytes },
  ]
}

function raiseBuild({ facts: { build } }: FailedRun): Remedy[] {
  if (build.memoryBytes === null || build.memoryBytes >= maxBytes) return []
  const memoryBytes = Math.min(maxBytes, Math.max(minBuildBytes, doubled(build.memoryBytes)))
  const label = `Raise build memory to ${sizeOf(memoryBytes)}`
  return [{ action: 'raise_build_memory', label, serverId: build.serverId, memoryBytes }]
}

/** By default, V8 uses only a part of the memory for its heap. */
function raiseHeap({ facts, service, isBuild }: FailedRun): Remedy[] {
  if (facts.variables.some(({ key }) => key === 'NODE_OPTIONS')) return []
  const limit = isBuild ? facts.build.memoryBytes : (service?.configuration.resources.memoryBytes ?? null)
  const megabytes = limit === null ? 4_096 : Math.floor((doubled(limit) * 0.75) / mib)
  return [
    {
      action: 'set_variable',
      label: 'Raise the heap limit of Node.js',
      service: service?.name ?? null,
      key: 'NODE_OPTIONS',
      scope: isBuild ? 'build' : 'runtime',
      value: `--max-old-space-size=${megabytes}`,
      keepsValue: false,
    },
  ]
}

/** Rounds up to steps of 64 MiB. */
function doubled(bytes: number): number {
  return Math.ceil((bytes * 2) / (64 * mib)) * 64 * mib
}

function sizeOf(bytes: number): string {
  const mebibytes = Math.round(bytes / mib)
  return mebibytes >= 1_024 && mebibytes % 1_024 === 0 ? `${mebibytes / 1_024} GiB` : `${mebibytes} MiB`
}
