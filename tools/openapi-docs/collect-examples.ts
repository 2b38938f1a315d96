/** Finds every body of an OpenAPI document that needs an example, with its example. */
import type { ApiSchema } from './collect-texts.ts'

export interface DocumentedBody {
  readonly where: string
  readonly contentType: string
  readonly schema: ApiSchema
  /** Events of a stream by name, with the schema of the data. */
  readonly events: Readonly<Record<string, ApiSchema>>
  readonly example: unknown
}

interface Media {
  schema?: ApiSchema
  example?: unknown
  examples?: Record<string, { $ref?: string; value?: unknown }>
  'x-longshore-events'?: Record<string, ApiSchema>
}
type Content = Record<string, Media>

export interface ApiWithExamples {
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }
    >
  >
  components: { examples?: Record<string, { value: unknown }> }
}

/** Files are bytes, and a form is one of several ways to send the same: neither has its own example. */
const without = new Set(['application/octet-stream', 'multipart/form-data'])

export function collectBodies({ paths, components }: ApiWithExamples): DocumentedBody[] {
  const shared = components.examples ?? {}
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, requestBody, responses }) => [
      ...fromContent(`${operationId} request`, firstOf(requestBody?.content), shared),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        fromContent(`${operationId} ${status}`, content ?? {}, shared),
      ),
    ])
}

/** A file can have several types; one of them is shown. */
function firstOf(content: Content = {}): Content {
  const [first] = Object.entries(content).filter(([type]) => !without.has(type))
  return first === undefined ? {} : { [first[0]]: first[1] }
}

function fromContent(
  where: string,
  content: Content,
  shared: NonNullable<ApiWithExamples['components']['examples']>,
): DocumentedBody[] {
  return Object.entries(content)
    .filter(([contentType]) => !without.has(contentType))
    .map(([contentType, media]) => {
      const [named] = Object.values(media.examples ?? {})
      const referred = named?.$ref === undefined ? named?.value : shared[named.$ref.split('/').at(-1) ?? '']?.value
      return {
        where,
        contentType,
        schema: media.schema ?? {},
        events: media['x-longshore-events'] ?? {},
        example: 'example' in media ? media.example : referred,
      }
    })
}
