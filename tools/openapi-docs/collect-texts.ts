/** Finds every part of an OpenAPI document that needs an explanation, with its text. */

export const textKinds = ['operation', 'parameter', 'header', 'property', 'enum'] as const
type TextKind = (typeof textKinds)[number]

export interface DocumentedText {
  readonly kind: TextKind
  readonly where: string
  /** Text that a reader knows before the description: its own name and the name of its owner. */
  readonly name: string
  readonly parent: string
  readonly description: string | undefined
  /** Only for an enum. */
  readonly values: readonly string[]
}

export interface ApiSchema {
  $ref?: string
  description?: string
  enum?: unknown[]
  properties?: Record<string, ApiSchema>
  items?: ApiSchema
  additionalProperties?: boolean | ApiSchema
  anyOf?: ApiSchema[]
  oneOf?: ApiSchema[]
  allOf?: ApiSchema[]
}

interface Content {
  schema?: ApiSchema
  'x-longshore-events'?: Record<string, ApiSchema>
}

interface ApiOperation {
  operationId: string
  summary?: string
  description?: string
  parameters?: { name: string; in: string; description?: string; schema: ApiSchema }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content>; headers?: Record<string, { description?: string }> }>
}

export interface ApiText {
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, ApiSchema> }
}

type Named = Record<string, ApiSchema>
interface Place {
  where: string
  parent: string
  /** Description of the nearest property, parameter, or schema around it. */
  description: string | undefined
  /** Name of that property or parameter. */
  name: string
}

export function collectTexts({ paths, components }: ApiText): DocumentedText[] {
  const named = components.schemas
  const fromSchemas = Object.entries(named).flatMap(([name, schema]) =>
    fromSchema(schema, { where: name, parent: name, name, description: schema.description }, named),
  )
  const fromPaths = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => fromOperation(operation, named)),
  )
  return [...fromPaths, ...fromSchemas]
}

function fromOperation(operation: ApiOperation, named: Named): DocumentedText[] {
  const { operationId: where, description, parameters = [], requestBody, responses } = operation
  const contents = [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
  ]
  const schemas = contents.flatMap((content) => [
    ...(content.schema === undefined ? [] : [content.schema]),
    ...Object.values(content['x-longshore-events'] ?? {}),
  ])
  const headers = Object.entries(responses).flatMap(([status, answer]) =>
    Object.entries(answer.headers ?? {}).map(([name, header]) =>
      text('header', { where: `${where} ${status} ${name}`, name, parent: where, description: header.description }),
    ),
  )
  return [
    text('operation', { where, name: where, parent: operation.summary ?? '', description }),
    ...parameters.flatMap((parameter) => fromParameter(parameter, where)),
    ...headers,
    ...schemas.flatMap((schema) =>
      fromSchema(schema, { where, parent: where, name: '', description: schema.description }, named),
    ),
  ]
}

function fromParameter(
  { name, in: place, description, schema }: NonNullable<ApiOperation['parameters']>[number],
  operationId: string,
): DocumentedText[] {
  const at = { where: `${operationId} ${place} ${name}`, name, parent: '', description }
  return [text('parameter', at), ...fromSchema(schema, at, {})]
}

/** A reference is visited where it is defined. */
function fromSchema(schema: ApiSchema, place: Place, named: Named): DocumentedText[] {
  const here = { ...place, description: schema.description ?? place.description }
  const values = schema.enum?.filter((value) => value !== null).map(String) ?? []
  return [
    ...(values.length === 0 || isFlag(values) ? [] : [{ ...text('enum', here), values }]),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const at = {
        where: `${place.where}.${name}`,
        parent: place.parent,
        name,
        description: descriptionOf(property, named),
      }
      return [text('property', at), ...fromSchema(property, { ...at, parent: name }, named)]
    }),
    ...inner(schema).flatMap((each) => fromSchema(each, here, named)),
  ]
}

function inner({ items, additionalProperties, anyOf = [], oneOf = [], allOf = [] }: ApiSchema): ApiSchema[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : []
  return [...(items === undefined ? [] : [items]), ...values, ...anyOf, ...oneOf, ...allOf]
}

/** Its own description, that of the referenced schema, or that of the only alternative to null. */
function descriptionOf(schema: ApiSchema, named: Named): string | undefined {
  if (schema.description !== undefined) return schema.description
  if (schema.$ref !== undefined) return named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]?.description
  const alternatives = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return alternatives.map((each) => descriptionOf(each, named)).find((description) => description !== undefined)
}

/** A boolean in a query string needs no explanation of its two values. */
function isFlag(values: readonly string[]): boolean {
  return values.every((value) => value === 'true' || value === 'false')
}

function text(kind: TextKind, { where, name, parent, description }: Place): DocumentedText {
  return { kind, where, name, parent, description, values: [] }
}
