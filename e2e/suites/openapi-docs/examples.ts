/** Every body has an example, and every example fits its schema. */
import {
  type ApiWithExamples,
  collectBodies,
  type DocumentedBody,
} from '../../../tools/openapi-docs/collect-examples.ts'
import { faultsOf, type Schema } from '../../support/json-schema.ts'
import type { Report } from '../../support/report.ts'

type Document = ApiWithExamples & { components: { schemas: Record<string, Schema> } }
type Named = Record<string, Schema>

const maxShown = 20
const record = 'bin/suite sweeps answers --record-examples && node tools/generate-openapi.ts'

export function checkExamples(document: Document, report: Report): void {
  const bodies = collectBodies(document)
  const missing = bodies.filter(({ example }) => example === undefined)
  report.figure('examples', `${bodies.length - missing.length}/${bodies.length}`)
  for (const { where } of missing.slice(0, maxShown)) report.expect(false, `${where} has no example`)
  report.expect(missing.length === 0, `${missing.length} bodies have no example; to record them: ${record}`)
  for (const body of bodies) {
    if (body.example === undefined) continue
    const faults = faultsIn(body, document.components.schemas)
    report.expect(faults.length === 0, `the example of ${body.where} does not fit:${faults[0]}`)
  }
  const wrong: Schema = { type: 'object', required: ['id'] }
  report.expect(faultsOf(wrong, {}, {}).length > 0, 'an example that does not fit was accepted')
}

function faultsIn({ contentType, schema, events, example }: DocumentedBody, named: Named): string[] {
  if (contentType !== 'text/event-stream') return faultsOf(schema, example, named)
  return framesOf(String(example)).flatMap(({ event, data }) => {
    const described = events[event]
    return described === undefined ? [` there is no event ${event}`] : faultsOf(described, JSON.parse(data), named)
  })
}

function framesOf(text: string): { event: string; data: string }[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => ({
      event: /^event: (.+)$/m.exec(frame)?.[1] ?? 'message',
      data: /^data: (.+)$/m.exec(frame)?.[1] ?? 'null',
    }))
}
