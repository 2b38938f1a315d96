/** Shows what a server allows to its containers as text fields, and back. Pure. */
import type { ReplaceServerAllowancesRequest, ServerAllowances } from '@longshore/sdk'

export interface AllowanceValues {
  /** One path per line; ` rw` after it makes it writable. */
  hostPaths: string
  dockerSocket: boolean
  capabilities: string
  devices: string
}

export function toAllowanceValues({
  hostPaths,
  dockerSocket,
  capabilities,
  devices,
}: ServerAllowances): AllowanceValues {
  return {
    hostPaths: hostPaths.map(({ path, writable }) => (writable ? `${path} rw` : path)).join('\n'),
    dockerSocket,
    capabilities: capabilities.join('\n'),
    devices: devices.join('\n'),
  }
}

/** Names are passed on as they are, so that the schema reports unknown ones. */
export function toAllowanceBody(values: AllowanceValues): object {
  return {
    hostPaths: linesOf(values.hostPaths).map((line) => {
      const isMarked = line.endsWith(' rw') || line.endsWith(' ro')
      return { path: isMarked ? line.slice(0, -3).trim() : line, writable: line.endsWith(' rw') }
    }),
    dockerSocket: values.dockerSocket,
    capabilities: linesOf(values.capabilities),
    devices: linesOf(values.devices),
  }
}

/** The form has validated the values with the schema of the API. */
export function isAllowanceBody(body: object): body is ReplaceServerAllowancesRequest {
  return 'hostPaths' in body && 'devices' in body
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
