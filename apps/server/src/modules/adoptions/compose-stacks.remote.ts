/** Finds compose projects on a server, and reads one of them, from what the Docker Engine reports about its containers. */
import { composeNames, type ForeignContainer, type ForeignImage, type ForeignStacks } from '@longshore/remote/stacks'
import { RefusedError } from '../../platform/link/link-problems.ts'
import { maxContainers, maxFileBytes, maxFilesBytes, maxProjects, maxServices } from './adoptions.limits.ts'
import type { ComposeProject } from './adoptions.schemas.ts'
import { describeService } from './describe-container.mapper.ts'
import { type FileTexts, type MountedFile, planStack } from './plan-stack.mapper.ts'
import type { RunningService, RunningStack } from './running-stack.policy.ts'

export interface Reading {
  readonly stacks: ForeignStacks
  readonly signal: AbortSignal
}

type Writers = Awaited<ReturnType<ForeignStacks['listWriters']>>

const inspectsAtOnce = 8
const measureMs = 8_000

export async function listComposeProjects(reading: Reading): Promise<ComposeProject[]> {
  const { stacks, signal } = reading
  const projects = await stacks.listProjects({ signal })
  const sizes = await stacks.measureVolumes({ signal, deadlineMs: measureMs }).catch(() => new Map<string, number>())
  const writers = await stacks.listWriters({ signal })
  const found: ComposeProject[] = []
  let left = maxContainers
  for (const [name, ids] of [...projects].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxProjects)) {
    if (ids.length > left) break
    left -= ids.length
    const stack = await readStack(reading, { name, ids, writers })
    if (stack !== null) found.push(toProject(stack, sizes))
  }
  return found
}

/** Null for a project that isn't on the server, or belongs to Longshore. */
export async function findComposeStack(reading: Reading, name: string): Promise<RunningStack | null> {
  const ids = (await reading.stacks.listProjects({ signal: reading.signal })).get(name)
  if (ids === undefined) return null
  if (ids.length > maxContainers) throw new RefusedError('invalid_arguments')
  const writers = await reading.stacks.listWriters({ signal: reading.signal })
  return await readStack(reading, { name, ids, writers })
}

/** Reads files that are mounted one by one. A folder isn't read. */
export async function readMountedFiles({ stacks, signal }: Reading, { services }: RunningStack): Promise<FileTexts> {
  const texts = new Map<string, MountedFile[]>()
  let left = maxFilesBytes
  for (const { name, containers, mounts } of services) {
    const [first] = containers
    if (first === undefined) continue
    const files: MountedFile[] = []
    for (const { kind, path, isReadOnly } of mounts) {
      if (kind !== 'bind') continue
      const size = await stacks.sizeOfFile(first.id, path, { signal })
      if (size === null) continue
      const content =
        size > Math.min(maxFileBytes, left)
          ? null
          : await stacks.readFile(first.id, path, { signal, maxBytes: maxFileBytes })
      left -= content?.length ?? 0
      files.push({ path, isReadOnly, content: content === null ? null : textOf(content) })
    }
    texts.set(name, files)
  }
  return texts
}

function textOf(content: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

async function readStack(
  reading: Reading,
  { name, ids, writers }: { name: string; ids: readonly string[]; writers: Writers },
): Promise<RunningStack | null> {
  const { stacks, signal } = reading
  const containers: ForeignContainer[] = []
  for (let at = 0; at < ids.length; at += inspectsAtOnce) {
    const some = await Promise.all(ids.slice(at, at + inspectsAtOnce).map((id) => stacks.inspect(id, { signal })))
    containers.push(...some.filter((each) => each !== null))
  }
  const images = new Map<string, ForeignImage>()
  for (const id of new Set(containers.map(({ Image }) => Image))) {
    const image = await stacks.inspectImage(id, { signal }).catch(() => undefined)
    if (image !== undefined) images.set(id, image)
  }
  if (containers.some(isLongshore)) return null
  const byService = Map.groupBy(containers, ({ Config }) => Config.Labels[composeNames.service] ?? '')
  const services: RunningService[] = []
  for (const [service, replicas] of [...byService].slice(0, maxServices + 1)) {
    const [first, ...others] = inOrder(replicas)
    if (first === undefined) continue
    const image = images.get(first.Image)
    const about = { image: image ?? { Id: first.Image, RepoDigests: [], Config: null }, dependsOn: dependsOn(first) }
    const described = describeService(service, [first, ...others], about)
    // Without its image, nothing shows what the container does differently.
    services.push(image === undefined ? { ...described, hazards: [...described.hazards, 'image_gone'] } : described)
  }
  const writtenElsewhere = writers.filter(({ id }) => !ids.includes(id)).flatMap(({ sources }) => sources)
  return { name, services: services.sort((a, b) => (a.name < b.name ? -1 : 1)), writtenElsewhere }
}

/** The instance itself can be a compose project on one of its servers. */
function isLongshore({ Config }: ForeignContainer): boolean {
  const isNamed = /(?:^|\/)longshore(?:-server)?(?:[:@]|$)/.test(Config.Image)
  return isNamed || Config.Env.some((each) => each.startsWith('LINK_SOCKET='))
}

function inOrder(replicas: readonly ForeignContainer[]): ForeignContainer[] {
  const numberOf = ({ Config }: ForeignContainer) => Number(Config.Labels[composeNames.number] ?? '1')
  // A running container describes the service better than one that is left from earlier.
  return replicas.toSorted((a, b) => Number(b.State.Running) - Number(a.State.Running) || numberOf(a) - numberOf(b))
}

/** Written as `service:condition:restart`, separated by commas. */
function dependsOn({ Config }: ForeignContainer): string[] {
  const text = Config.Labels[composeNames.dependsOn] ?? ''
  return text.split(',').flatMap((each) => each.split(':')[0] || [])
}

function toProject(stack: RunningStack, sizes: ReadonlyMap<string, number>): ComposeProject {
  const { findings } = planStack(stack, new Map(), null)
  const bytesOf = (source: string) => Math.max(-1, sizes.get(source) ?? -1)
  return {
    name: stack.name,
    services: stack.services.map(({ name, image, containers, ports, mounts }) => ({
      name: name.slice(0, 200),
      image: image.reference.slice(0, 500),
      containers: containers.length,
      isRunning: containers.some((each) => each.isRunning),
      ports: ports.map((port) => ({ ...port })),
      mounts: mounts.map(({ kind, source, path }) => ({
        kind,
        source,
        path,
        bytes: bytesOf(source) < 0 ? null : bytesOf(source),
      })),
    })),
    isAdoptable: findings.every(({ severity }) => severity !== 'blocks'),
    findings: [...findings],
  }
}
