/** Reference page of events: those of streams, and those of notification channels. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  NoticePayload,
  organizationEvents,
  projectEvents,
} from '../../apps/server/src/modules/notices/notice-events.schemas.ts'
import { eventSeverities } from '../../apps/server/src/modules/notices/notice-severity.policy.ts'

interface Description {
  paths: Record<string, Record<string, { summary: string; responses: Record<string, Answer> }>>
}

interface Answer {
  content?: Record<string, { 'x-longshore-events'?: Record<string, Shape> }>
}

interface Shape {
  $ref?: string
  properties?: Record<string, unknown>
}

export async function eventsPage(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../apps/server/openapi.json'), 'utf8')
  return `# Events

## Streams

Streams use server-sent events, with a comment every 15 seconds while nothing happens. After a lost connection, GET streams resume after
\`Last-Event-ID\`. A stream that follows a run closes with \`end\`. [Follow a stream](../guides/follow-a-stream.md).

| stream | event | data |
|---|---|---|
${streamRows(JSON.parse(text)).join('\n')}

## Notifications

What [connectors](../guides/notifications.md) tell people and programs. A webhook gets the fields below as they are. An alert and
a certificate that expires say themselves how much they matter.

| event | severity | sent by links of | fields |
|---|---|---|---|
${noticeRows().join('\n')}
`
}

function streamRows({ paths }: Description): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { summary, responses }]) =>
      Object.values(responses).flatMap(({ content = {} }) => {
        const events = Object.entries(content['text/event-stream']?.['x-longshore-events'] ?? {})
        return events.map(([name, schema], index) => {
          const stream = index === 0 ? `${summary}: \`${method.toUpperCase()} ${path}\`` : ''
          return `| ${stream} | \`${name}\` | ${shapeOf(schema)} |`
        })
      }),
    ),
  )
}

function shapeOf({ $ref, properties = {} }: Shape): string {
  if ($ref !== undefined) return `\`${$ref.slice($ref.lastIndexOf('/') + 1)}\``
  return Object.keys(properties)
    .map((name) => `\`${name}\``)
    .join(', ')
}

function noticeRows(): string[] {
  return NoticePayload.options.map((option) => {
    const name = option.shape.event.value
    const places = [
      ...(projectEvents.includes(name) ? ['projects'] : []),
      ...(organizationEvents.includes(name) ? ['the organization'] : []),
    ]
    const fields = Object.keys(option.shape).filter((field) => field !== 'event')
    const listed = fields.map((field) => `\`${field}\``).join(', ')
    return `| \`${name}\` | ${eventSeverities[name]} | ${places.join(', ')} | ${listed} |`
  })
}
