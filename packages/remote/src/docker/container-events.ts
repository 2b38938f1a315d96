/** Container events as the Engine reports them: started, ended, out of memory, healthy, or unhealthy. */
import { z } from 'zod'
import { failure } from '../ssh/index.ts'
import type { EngineHttp } from './engine-http.ts'

const Message = z.object({
  Action: z.string(),
  timeNano: z.number(),
  Actor: z.object({ ID: z.string(), Attributes: z.record(z.string(), z.string()) }),
})

export interface ContainerEvent {
  readonly action: 'start' | 'die' | 'oom' | 'healthy' | 'unhealthy' | 'destroy'
  readonly container: string
  readonly labels: Readonly<Record<string, string>>
  readonly exitCode: number | null
  /** Nanoseconds since 1970 as digits: too long for a number. */
  readonly at: string
}

const maxLineBytes = 1 << 18
const actions: Readonly<Record<string, ContainerEvent['action']>> = {
  start: 'start',
  die: 'die',
  oom: 'oom',
  destroy: 'destroy',
  'health_status: healthy': 'healthy',
  'health_status: unhealthy': 'unhealthy',
}

/** Reads events from a given time until the signal fires. The Engine remembers the last few hundred events. */
export async function* readContainerEvents(
  http: EngineHttp,
  { since, labels, signal }: { since: string | null; labels: readonly string[]; signal: AbortSignal },
): AsyncGenerator<ContainerEvent> {
  const events = ['start', 'die', 'oom', 'destroy', 'health_status']
  const filters = { type: ['container'], event: events, label: labels }
  const from = since === null ? {} : { since: `${since.slice(0, -9)}.${since.slice(-9)}` }
  const response = await http.open({
    signal,
    hasOwnSocket: true,
    method: 'GET',
    path: ['events'],
    query: { filters: JSON.stringify(filters), ...from },
  })
  let rest = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response) {
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineBytes) throw failure('output_too_large')
      for (const line of lines) {
        const event = line.trim() === '' ? undefined : toEvent(line)
        if (event !== undefined) yield event
      }
    }
  } finally {
    response.destroy()
  }
}

/** Undefined for events that aren't stored. */
export function toEvent(line: string): ContainerEvent | undefined {
  let parsed: z.output<typeof Message>
  try {
    parsed = Message.parse(JSON.parse(line))
  } catch (cause) {
    throw failure('docker_unreachable', { detail: 'its events cannot be read', cause })
  }
  const { Action, Actor } = parsed
  const action = actions[Action]
  // The number exceeds the precision of a double, so its digits are taken from the text.
  const at = /"timeNano":(\d{16,20})/.exec(line)?.[1]
  if (action === undefined || at === undefined) return undefined
  const exitCode = /^\d{1,5}$/.test(Actor.Attributes.exitCode ?? '') ? Number(Actor.Attributes.exitCode) : null
  return { action, container: Actor.ID, labels: Actor.Attributes, exitCode, at }
}
