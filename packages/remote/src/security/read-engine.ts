/** Reads information about the Engine and its containers. A server without Docker can still be scanned. */
import { z } from 'zod'
import { type Engine, EngineError, isStatus } from '../docker/index.ts'
import { RemoteError } from '../ssh/remote-error.ts'
import type { EngineReading } from './evidence.ts'
import { textField } from './firewall/json-value.ts'

/** Each container takes one more call. A server with more is checked in part, and the result notes that. */
const maxContainers = 200
const deadlineMs = 10_000

/** Codes that concern only Docker; any other ends the scan. */
const ofDocker = [
  'docker_missing',
  'docker_socket_denied',
  'docker_unreachable',
  'forwarding_forbidden',
  'command_timeout',
  'output_too_large',
]

/** Returns complete responses: the checks read fields that no other code needs. */
export async function readEngine(
  { http }: { http: Pick<Engine['http'], 'read'> },
  signal?: AbortSignal,
): Promise<EngineReading> {
  const get = (path: readonly string[], query: Record<string, boolean> = {}) =>
    http.read(z.unknown(), { method: 'GET', path, query, deadlineMs, ...(signal === undefined ? {} : { signal }) })
  try {
    const [version, info, list] = await Promise.all([
      get(['version']),
      get(['info']),
      get(['containers', 'json'], { all: true }),
    ])
    if (!Array.isArray(list)) return { state: 'unread', reason: 'Docker did not list its containers' }
    const ids = list.map((each) => textField(each, 'Id')).filter((id) => /^[0-9a-f]{64}$/.test(id))
    if (ids.length !== list.length) return { state: 'unread', reason: 'Docker listed a container without an id' }
    const seen = ids.slice(0, maxContainers)
    const found = await Promise.all(seen.map((id) => get(['containers', id, 'json']).catch(ifGone)))
    const containers = found.filter((container) => container !== undefined)
    return { state: 'read', version, info, containers, leftOut: ids.length - seen.length }
  } catch (error) {
    const isOfDocker = error instanceof EngineError || (error instanceof RemoteError && ofDocker.includes(error.code))
    if (!isOfDocker) throw error
    return { state: 'unread', reason: `Docker could not be asked: ${error.message}` }
  }
}

/** The container was removed between the list and the request. */
function ifGone(error: unknown): undefined {
  if (!isStatus(error, 404)) throw error
}
