/** No schema serializes a stream, so its events are compared with the OpenAPI description and the types. */
import { faultsOf, type Schema } from '../../support/json-schema.ts'
import { readApi } from '../../support/openapi.ts'
import type { Report } from '../../support/report.ts'

interface Documented {
  operationId: string
  responses: Record<string, { content?: Record<string, { 'x-longshore-events'?: Record<string, Schema> }> }>
}

export function createShapeCheck(
  report: Report,
): (operationId: string, event: { event: string; data: unknown }) => void {
  const { text, schemas } = readApi()
  const document: { paths: Record<string, Record<string, Documented>> } = JSON.parse(text)
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  return (operationId, { event, data }) => {
    const operation = operations.find((each) => each.operationId === operationId)
    const schema = operation?.responses['200']?.content?.['text/event-stream']?.['x-longshore-events']?.[event]
    if (!report.expect(schema !== undefined, `${operationId} does not name its event ${event}`)) return
    const faults = schema === undefined ? [] : faultsOf(schema, data, schemas)
    report.expect(faults.length === 0, `${operationId} ${event}: ${faults.join(', ')} in ${JSON.stringify(data)}`)
  }
}
