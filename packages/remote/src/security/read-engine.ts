/** What the Engine says about itself and its containers. A server without it is still worth a scan. */
import { RemoteError } from '../ssh/remote-error.ts'
import type { EngineReading } from './evidence.ts'
import { textField } from './firewall/json-value.ts'

/** Each is one call more; a server that has more is looked at in part, and says so. */
const maxContainers = 200

/** Answers with the decoded body of a GET; the words of the path are encoded. */
export type GetFromEngine = (path: readonly string[], query?: Readonly<Record<string, boolean>>) => Promise<unknown>

const absent = ['docker_missing', 'docker_socket_denied', 'docker_unreachable', 'forwarding_forbidden']
const tooMuch = ['command_timeout', 'output_too_large']

export async function readEngine(get: GetFromEngine): Promise<EngineReading> {
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
    const containers = await Promise.all(seen.map((id) => get(['containers', id, 'json'])))
    return { state: 'read', version, info, containers, leftOut: ids.length - seen.length }
  } catch (error) {
    if (!(error instanceof RemoteError && [...absent, ...tooMuch].includes(error.code))) throw error
    return { state: 'unread', reason: `Docker could not be asked: ${error.message}` }
  }
}
