/** A database of a compose file. */
import { type DatabaseImage, isSupported } from '../databases/engines.ts'
import type { AnalyzedDatabase } from '../reading.ts'
import type { ComposeService } from './read-service.ts'

export interface ComposeDatabase {
  readonly service: ComposeService
  readonly image: DatabaseImage
  readonly name: string
}

export function toDatabase({ service, image, name }: ComposeDatabase, file: string): AnalyzedDatabase {
  const what = service.image === null ? `service ${service.name}` : `image: ${service.image}`
  return {
    engine: image.engine,
    name,
    version: image.version,
    variables: [],
    supported: isSupported(image.engine),
    confidence: 1,
    evidence: [{ claim: 'engine', file, line: service.imageLine ?? service.line, what: what.slice(0, 300) }],
  }
}
