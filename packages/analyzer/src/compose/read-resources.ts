/** Reads limits and replicas, from `deploy` or from the older keys of a service. `deploy` wins. */
import { type Resources, resourcesSchema } from '../container.schemas.ts'
import { at, type Located, textAt } from '../formats/located.ts'
import { below, checkKeysIn, type Notes } from './compose-warning.ts'
import { supported } from './key-rules.ts'
import { deployKeys, limitKeys, reservationKeys, resourceKeys } from './nested-keys.ts'
import { leaveOut, noteChange, type Scalar, scalarAt } from './read-scalar.ts'
import { parseBytes } from './read-sizes.ts'

const { shape } = resourcesSchema
const maxReplicas = 50

/** Null if nothing is limited. */
export function readResources(node: Located, notes: Notes): Resources | null {
  const deploy = at(node, 'deploy')
  const limits = at(deploy, 'resources', 'limits')
  checkDeploy(deploy, notes)
  const stated = (key: string, older: string) => scalarAt(limits, key, notes) ?? scalarAt(node, older, notes)
  const resources: Resources = {
    memoryBytes: readMemory(stated('memory', 'mem_limit'), notes),
    cpus: readCpus(stated('cpus', 'cpus'), notes),
    pids: readPids(stated('pids', 'pids_limit'), notes),
  }
  return Object.values(resources).every((value) => value === null) ? null : resources
}

/** Null if the file doesn't say. 0 is for a service that Compose doesn't start. */
export function readReplicas(node: Located, notes: Notes): number | null {
  const found = scalarAt(at(node, 'deploy'), 'replicas', notes) ?? scalarAt(node, 'scale', notes)
  if (found === null) return null
  if (!/^\d{1,9}$/.test(found.text)) {
    leaveOut(notes, { key: 'replicas', line: found.line, why: 'isn’t a number' })
    return null
  }
  const replicas = Math.min(Number(found.text), maxReplicas)
  if (replicas !== Number(found.text))
    noteChange(notes, { key: 'replicas', line: found.line, to: `${replicas}, the most containers of a service` })
  return replicas
}

function checkDeploy(deploy: Located | undefined, notes: Notes): void {
  const own = below(notes, 'deploy')
  const isUsual = textAt(deploy, 'mode') === 'replicated'
  checkKeysIn(own, deploy, isUsual ? { ...deployKeys, mode: supported('The only mode.') } : deployKeys)
  const resources = at(deploy, 'resources')
  checkKeysIn(below(own, 'resources'), resources, resourceKeys)
  checkKeysIn(below(own, 'limits'), at(resources, 'limits'), limitKeys)
  checkKeysIn(below(own, 'reservations'), at(resources, 'reservations'), reservationKeys)
}

function readMemory(found: Scalar | null, notes: Notes): number | null {
  if (found === null || isUnlimited(found)) return null
  const bytes = shape.memoryBytes.safeParse(parseBytes(found.text))
  if (bytes.success && bytes.data !== null) return bytes.data
  leaveOut(notes, { key: 'memory', line: found.line, why: 'must be a size from 16 MB to 4 TB' })
  return null
}

function readCpus(found: Scalar | null, notes: Notes): number | null {
  if (found === null || isUnlimited(found)) return null
  const cpus = shape.cpus.safeParse(/^\d{0,5}(?:\.\d{1,9})?$/.test(found.text) ? Number(found.text) : Number.NaN)
  if (cpus.success) return cpus.data
  leaveOut(notes, { key: 'cpus', line: found.line, why: 'must be a number from 0.05 to 512' })
  return null
}

function readPids(found: Scalar | null, notes: Notes): number | null {
  if (found === null) return null
  if (isUnlimited(found)) {
    noteChange(notes, { key: 'pids', line: found.line, to: 'the default process limit of Longshore' })
    return null
  }
  const pids = shape.pids.safeParse(/^\d{1,9}$/.test(found.text) ? Number(found.text) : Number.NaN)
  if (pids.success) return pids.data
  leaveOut(notes, { key: 'pids', line: found.line, why: 'must be a number from 16 to 100,000' })
  return null
}

function isUnlimited({ text }: Scalar): boolean {
  return /^(?:0(?:\.0+)?|-1)$/.test(text)
}
