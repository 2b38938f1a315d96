/** Turns a running stack into services of an environment, and lists what has to be copied. Pure. */
import { isLikelySecret } from '@longshore/analyzer/secret-name'
import { findListFaults } from '../environments/index.ts'
import { ServiceBody, type ServiceInput } from '../environments/services.schemas.ts'
import { VariableKey } from '../environments/variables.schemas.ts'
import { maxServices, maxVariables } from './adoptions.limits.ts'
import type { StackFinding } from './adoptions.schemas.ts'
import { freeName, planNames } from './plan-names.policy.ts'
import { optionsOf } from './plan-options.policy.ts'
import { type DataVolume, planData, volumesOf } from './plan-volumes.policy.ts'
import { isRunning, isSameData, type RunningService, type RunningStack } from './running-stack.policy.ts'
import { isDatabaseImage, isOwnProxy, webPortOf } from './service-roles.policy.ts'
import { blockedBy, findingOf, noteOn } from './stack-findings.text.ts'

/** Texts of mounted files, by service of the stack and path. */
export type FileTexts = ReadonlyMap<string, readonly MountedFile[]>

export interface MountedFile {
  readonly path: string
  readonly isReadOnly: boolean
  /** Null if it is too large or not text. */
  readonly content: string | null
}

export interface StackVariable {
  readonly service: string
  readonly key: string
  readonly value: string
  readonly secret: boolean
}

export interface StackPlan {
  readonly services: readonly ServiceInput[]
  readonly variables: readonly StackVariable[]
  readonly data: readonly DataVolume[]
  readonly leftOut: readonly string[]
  /** Services that stop at the switch: the adopted ones, and a proxy that holds the ports. */
  readonly stopped: readonly RunningService[]
  readonly findings: readonly StackFinding[]
  /** Name in the environment by name in the stack. */
  readonly names: ReadonlyMap<string, string>
}

/** `chosen` are names in the environment; null means all that can be adopted. */
export function planStack(stack: RunningStack, files: FileTexts, chosen: readonly string[] | null): StackPlan {
  const names = planNames(stack.services)
  const nameOf = (service: RunningService) => names.get(service.name) ?? service.name
  const proxies = stack.services.filter((each) => isOwnProxy(each, stack.services))
  const wanted = stack.services.filter(
    (each) => isRunning(each) && !proxies.includes(each) && (chosen === null || chosen.includes(nameOf(each))),
  )
  const hasProxy = proxies.some(isRunning)
  const isFile = (service: string, path: string) => fileAt(files, service, path) !== undefined
  const data = planData(wanted, { nameOf, isFile, project: stack.name })
  const planned = wanted.map((service) => planService(service, { names, wanted, files, data, hasProxy }))
  const services = planned.flatMap(({ input }) => (input === null ? [] : [input]))
  const variables = planned.flatMap((each) => each.variables)
  const stopped = stack.services.filter((each) => isRunning(each) && (wanted.includes(each) || proxies.includes(each)))
  return {
    services,
    variables,
    data,
    names,
    leftOut: stack.services.filter((each) => !wanted.includes(each)).map(nameOf),
    stopped,
    findings: [
      ...stackFindings(stack, { wanted, services, variables }),
      ...findSharedData(stack, { data, stopped }),
      ...proxies.filter(isRunning).map((each) => noteOn('own_proxy', nameOf(each))),
      ...stack.services
        .filter((each) => !isRunning(each) && (chosen === null || chosen.includes(nameOf(each))))
        .map((each) => noteOn('stopped', nameOf(each))),
      ...planned.flatMap((each) => each.findings),
    ],
  }
}

function stackFindings(
  stack: RunningStack,
  plan: { wanted: readonly RunningService[]; services: readonly ServiceInput[]; variables: readonly StackVariable[] },
): StackFinding[] {
  const findings: StackFinding[] = []
  if (!stack.services.some(isRunning)) findings.push(blockedBy('not_running', null))
  else if (plan.wanted.length === 0) findings.push(blockedBy('no_service', null))
  if (stack.services.length > maxServices || plan.variables.length > maxVariables)
    findings.push(blockedBy('too_large', null))
  for (const { path, message } of findListFaults(plan.services)) {
    const index = Number(path.split('/')[1])
    findings.push(blockedBy('not_supported', plan.services[index]?.name ?? null, `${path}: ${message}.`))
  }
  return findings
}

/** A copy of data that someone else still writes to would be torn, and later changes would be lost. */
function findSharedData(
  stack: RunningStack,
  { data, stopped }: { data: readonly DataVolume[]; stopped: readonly RunningService[] },
): StackFinding[] {
  const staying = stack.services.filter((each) => isRunning(each) && !stopped.includes(each))
  const written = staying.flatMap(({ mounts }) => mounts.filter(({ isReadOnly }) => !isReadOnly))
  const sources = [...stack.writtenElsewhere, ...written.map(({ source }) => source)]
  return data
    .filter(({ source }) => sources.some((each) => isSameData(each, source)))
    .map(({ service, source }) => blockedBy('shared_data', service, `It is ${source}.`))
}

interface Known {
  readonly names: ReadonlyMap<string, string>
  readonly wanted: readonly RunningService[]
  readonly files: FileTexts
  readonly data: readonly DataVolume[]
  readonly hasProxy: boolean
}

interface PlannedStackService {
  readonly input: ServiceInput | null
  readonly variables: readonly StackVariable[]
  readonly findings: readonly StackFinding[]
}

function planService(service: RunningService, known: Known): PlannedStackService {
  const name = known.names.get(service.name) ?? service.name
  const port = webPortOf(service, known)
  const mounted = known.files.get(service.name) ?? []
  const files = planFiles(name, mounted)
  const environment = planVariables(name, service)
  const { container, resources, ignored } = optionsOf(service)
  const others = new Set([...known.names.values()])
  const parsed = ServiceBody.safeParse({
    name,
    kind: port === null ? 'worker' : 'web',
    source: { builder: 'image', image: service.image.digest ?? service.image.id },
    command: service.command,
    port,
    healthCheck: healthOf(service, port),
    container,
    resources,
    replicas: Math.min(50, service.containers.length),
    volumes: volumesOf(service, known.data),
    files: files.map(({ path, key }) => ({ path, variable: key })),
    aliases: service.aliases.filter((alias) => alias !== name && !others.has(alias) && isAlias(alias)).slice(0, 20),
    dependsOn: service.dependsOn.flatMap((each) => {
      const isHere = known.wanted.some((other) => other.name === each && other !== service)
      return isHere ? [known.names.get(each) ?? each] : []
    }),
    drainSeconds: port === null ? Math.min(3_600, Math.max(0, service.stopGraceSeconds)) : 30,
  })
  const texts = files.map(({ key, content }) => ({ service: name, key, value: content, secret: true }))
  return {
    input: parsed.success ? parsed.data : null,
    variables: [...environment.variables, ...texts],
    findings: [
      ...service.hazards.map((hazard) => findingOf(hazard, name)),
      ...(parsed.success ? [] : [blockedBy('not_supported', name, describe(parsed.error.issues))]),
      ...(mounted.some(({ content }) => content === null) ? [blockedBy('large_file', name)] : []),
      ...notesOn(service, { name, port, mounted, isIncomplete: ignored || environment.isIncomplete }),
    ],
  }
}

function notesOn(
  service: RunningService,
  about: { name: string; port: number | null; mounted: readonly MountedFile[]; isIncomplete: boolean },
): StackFinding[] {
  const { name, port, mounted, isIncomplete } = about
  const isFile = (path: string) => mounted.some((each) => each.path === path)
  const codes = [
    service.image.digest === null ? 'local_image' : null,
    isDatabaseImage(service.image.reference) ? 'plain_database' : null,
    service.ports.some(({ container, protocol }) => container !== port || protocol !== 'tcp') ? 'published_port' : null,
    mounted.some(({ isReadOnly }) => !isReadOnly) ? 'writable_file' : null,
    service.mounts.some(({ isReadOnly, path }) => isReadOnly && !isFile(path)) ? 'read_only_folder' : null,
    isIncomplete ? 'ignored_setting' : null,
  ] as const
  return codes.flatMap((code) => (code === null ? [] : [noteOn(code, name)]))
}

/** The first response is compared with that of the old service, so listening is enough here. */
function healthOf({ healthCheck }: RunningService, port: number | null) {
  if (healthCheck !== null) return { type: 'command', ...healthCheck }
  return port === null ? null : { type: 'tcp', retries: 24 }
}

function planVariables(name: string, { environment }: RunningService) {
  const variables: StackVariable[] = []
  let isIncomplete = false
  for (const [key, value] of environment) {
    const isFit = VariableKey.safeParse(key).success && value.isWellFormed() && Buffer.byteLength(value) <= 65_536
    if (isFit) variables.push({ service: name, key, value, secret: isLikelySecret(key, value) })
    else isIncomplete = true
  }
  return { variables: [...new Map(variables.map((each) => [each.key, each])).values()], isIncomplete }
}

/** Configuration files often contain passwords, so each is the value of a secret variable. */
function planFiles(name: string, mounted: readonly MountedFile[]) {
  const taken = new Set<string>()
  return mounted.flatMap(({ path, content }) => {
    if (content === null) return []
    const last = path.split('/').at(-1) ?? 'file'
    const wanted = `FILE_${last.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`.slice(0, 100)
    const key = freeName(wanted, taken, '_')
    taken.add(key)
    return [{ name, path, key, content }]
  })
}

function fileAt(files: FileTexts, service: string, path: string): MountedFile | undefined {
  return files.get(service)?.find((each) => each.path === path)
}

function isAlias(text: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/.test(text)
}

function describe(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.')} ${message}.`)
    .join(' ')
}
