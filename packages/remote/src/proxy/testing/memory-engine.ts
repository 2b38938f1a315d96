/**
 * An in-memory Engine with what the proxy needs: containers, images, volumes, and the verbs that decide about the
 * proxy.
 */
import { type Engine, EngineError } from '../../docker/index.ts'

interface Thing {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
  isRunning: boolean
}

export interface MemoryEngine {
  readonly engine: Engine
  readonly containers: Map<string, Thing>
  readonly images: Set<string>
  readonly volumes: Map<string, Readonly<Record<string, string>>>
  /** Calls in their order. */
  readonly calls: string[]
  /** The last claim that the server has seen. */
  claim: number
}

type Filters = { filters?: { label?: readonly string[]; reference?: readonly string[] } }
type Body = { Labels: Record<string, string> }

export function createMemoryEngine(): MemoryEngine {
  const memory = {
    containers: new Map<string, Thing>(),
    images: new Set<string>(),
    volumes: new Map<string, Readonly<Record<string, string>>>(),
    calls: [] as string[],
    claim: 0,
  }
  const find = (id: string) => {
    const found = [...memory.containers.values()].find((each) => each.id === id) ?? memory.containers.get(id)
    if (found === undefined) throw missing()
    return found
  }
  const engine = {
    async listContainers({ filters }: Filters) {
      const found = [...memory.containers.values()].filter(({ labels }) => matches(labels, filters?.label))
      return found.map(({ id, labels, isRunning }) => ({
        Id: id,
        Labels: labels,
        State: isRunning ? 'running' : 'exited',
      }))
    },
    async inspectContainer(id: string) {
      const { isRunning } = find(id)
      return { State: { Running: isRunning, Status: isRunning ? 'running' : 'exited' }, RestartCount: 0 }
    },
    async createContainer(name: string, { Labels }: Body) {
      if (memory.containers.has(name)) throw refusal(409)
      memory.containers.set(name, { id: name, labels: Labels, isRunning: false })
    },
    async startContainer(id: string) {
      find(id).isRunning = true
      memory.calls.push(`start ${id}`)
    },
    async stopContainer(id: string) {
      find(id).isRunning = false
      memory.calls.push(`stop ${id}`)
    },
    async removeContainer(id: string) {
      if (!memory.containers.delete(id)) throw missing()
      memory.calls.push(`remove ${id}`)
    },
    async exec(id: string, [, verb, option = '']: readonly string[]) {
      if (!find(id).isRunning) throw refusal(409)
      return perform(memory, verb ?? '', option)
    },
    async listImages({ filters }: Filters) {
      const isMeant = (tag: string) =>
        filters?.reference?.some((each) => tag === each || tag.startsWith(`${each}:`)) !== false
      return [...memory.images].filter(isMeant).map((tag) => ({ Id: `sha256:${tag}`, RepoTags: [tag] }))
    },
    async removeImage(tag: string) {
      if (!memory.images.delete(tag)) throw missing()
    },
    async createVolume({ Name, ...body }: Body & { Name: string }) {
      if (!memory.volumes.has(Name)) memory.volumes.set(Name, body.Labels)
    },
    async listVolumes({ filters }: Filters) {
      const found = [...memory.volumes].filter(([, labels]) => matches(labels, filters?.label))
      return found.map(([Name]) => ({ Name }))
    },
    async removeVolume(name: string) {
      if (!memory.volumes.delete(name)) throw missing()
    },
  }
  return Object.assign(memory, { engine: engine as unknown as Engine })
}

function perform(memory: { claim: number; calls: string[] }, verb: string, option: string) {
  const toResult = (value: unknown, exitCode = 0) => ({ exitCode, stdout: JSON.stringify(value), stderr: '' })
  if (verb === 'status')
    return toResult({ isRunning: true, configurationVersion: 0, configurationHash: null, environments: {} })
  const claim = Number(option.replace('--claim=', ''))
  if (claim < memory.claim) return toResult({ error: { code: 'stale_fence', message: 'a newer release has it' } }, 3)
  memory.claim = claim
  memory.calls.push(`install ${claim}`)
  return toResult(null)
}

function matches(labels: Readonly<Record<string, string>>, wanted: readonly string[] = []): boolean {
  return wanted.every((each) => labels[each.slice(0, each.indexOf('='))] === each.slice(each.indexOf('=') + 1))
}

function missing() {
  return refusal(404)
}

function refusal(status: number): EngineError {
  return new EngineError(status, 'refused')
}
