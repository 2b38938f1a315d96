/** A container log line: time, service and text. */
import type { RuntimeLine } from '@longshore/sdk'
import type { Line } from './text.ts'

export function runtimeLine({ at, service, stream, text }: RuntimeLine): Line {
  const time = { text: at.slice(11, 23), style: 'dim' } as const
  if (stream === 'deployment' || stream === 'event')
    return [time, ' ', { text: `— ${text.trimEnd()}`, style: 'yellow' }]
  return [time, ' ', { text: service ?? '–', style: 'cyan' }, ` ${text.replace(/\r?\n$/, '')}`]
}
