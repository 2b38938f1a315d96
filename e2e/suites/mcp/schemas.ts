/** Whether a tool's input is JSON Schema that any client understands, with a description of each field. */

/** The JSON Schema of a tool's input, as far as it is checked. */
interface InputSchema {
  readonly type: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: InputSchema
}

interface OfferedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: InputSchema
}

const types = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'])
const keywords = new Set([
  'type', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems', 'enum', 'const', 'minimum',
  'maximum', 'description',
]) // biome-ignore format: a list

export function faultsOf(tool: OfferedTool): string[] {
  const named = /^[a-z_]{3,64}$/.test(tool.name) ? [] : ['name']
  const described = typeof tool.description === 'string' && tool.description.length >= 20 ? [] : ['description']
  const isObject = tool.inputSchema.type === 'object' && tool.inputSchema.additionalProperties === false
  return [
    ...named,
    ...described,
    ...(isObject ? [] : ['inputSchema']),
    ...schemaFaults(tool.inputSchema, 'inputSchema'),
  ]
}

function schemaFaults(schema: InputSchema, place: string): string[] {
  const unknown = Object.keys(schema).filter((each) => !keywords.has(each))
  const properties = Object.entries(schema.properties ?? {})
  const required = schema.required ?? []
  return [
    ...unknown.map((each) => `${place}: ${each} is no keyword`),
    ...(types.has(schema.type) ? [] : [`${place}: type ${schema.type}`]),
    ...required.filter((each) => !properties.some(([name]) => name === each)).map((each) => `${place}: ${each}`),
    ...properties.filter(([, each]) => !each.description && !each.items).map(([name]) => `${place}.${name}: no words`),
    ...properties.flatMap(([name, each]) => schemaFaults(each, `${place}.${name}`)),
    ...(schema.items === undefined ? [] : schemaFaults(schema.items, `${place}[]`)),
  ]
}
