/** Writes every operation as a constant, which a bundler drops if it isn't imported. */
import { type Document, mentions, nameOf, type Operation, type Parameter } from './document.ts'
import { docText, fieldName, typeText } from './type-text.ts'

/** Parameters of every stream; the client sets them itself. */
const streamParameters = ['lastEventId', 'ticket']

export function operationsText(document: Document): string {
  const lost = document.operations.find((each) => !document.tags.some(({ name }) => name === each.tag))
  if (lost !== undefined) throw new Error(`${lost.id} is in no group`)
  const groups = document.tags.map(({ name, description }) => {
    const own = document.operations.filter((each) => each.tag === name)
    return `// ${name}: ${description}\n\n${own.map((each) => operationText(each, document)).join('\n')}`
  })
  const text = groups.join('\n')
  const kinds = ['BytesOperation', 'JsonOperation', 'ListOperation', 'RawBody', 'StreamOperation']
  const types = [...document.schemas.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return `import type { ${kinds.join(', ')} } from './operation.ts'
import type {\n${types.map((name) => `  ${name},\n`).join('')}} from './types.generated.ts'

${text}`
}

function operationText(operation: Operation, document: Document): string {
  const { id, method, path, summary, permission, answer } = operation
  const needs = permission === 'public' ? 'For everybody.' : `Needs \`${permission}\`.`
  const facts = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(permission === 'public' ? ['isPublic: true'] : []),
    ...(permission === 'public' || permission === 'self' ? [] : [`permission: '${permission}'`]),
    ...(operation.takesKey ? ['takesKey: true'] : []),
    ...(answer.kind === 'bytes' || answer.kind === 'stream' ? [`answers: '${answer.kind}'`] : []),
    ...(operation.resumes ? ['resumes: true'] : []),
  ]
  const doc = docText(`${summary}. ${needs}`, '')
  return `${doc}export const ${id}: ${kindText(operation, document)} = { ${facts.join(', ')} }\n`
}

function kindText(operation: Operation, document: Document): string {
  const parameters = parametersText(operation)
  const { answer } = operation
  const options = { indent: '', isRequest: false }
  switch (answer.kind) {
    case 'bytes':
      return `BytesOperation<${parameters}>`
    case 'nothing':
      return `JsonOperation<${parameters}, void>`
    case 'stream': {
      const events = Object.entries(answer.events).filter(([name]) => name !== 'end')
      const texts = events.map(([name, schema]) => `${fieldName(name)}: ${typeText(schema, options)}`)
      return `StreamOperation<${parameters}, ${texts.length === 0 ? 'Record<string, unknown>' : `{ ${texts.join('; ')} }`}>`
    }
    case 'json': {
      const list = listOf(operation, document)
      if (list !== undefined) return `ListOperation<${parameters}, ${list}>`
      return `JsonOperation<${parameters}, ${answer.schemas.map((each) => typeText(each, options)).join(' | ')}>`
    }
  }
}

/** The item type of a list, and its page type if that has more fields. */
function listOf({ answer, parameters }: Operation, document: Document): string | undefined {
  if (answer.kind !== 'json' || !parameters.some((each) => each.name === 'cursor')) return undefined
  const [first] = answer.schemas
  const name = first?.$ref === undefined ? undefined : nameOf(first.$ref)
  const schema = name === undefined ? first : document.schemas.get(name)
  const { items, nextCursor, ...others } = schema?.properties ?? {}
  if (nextCursor === undefined || items?.items === undefined) return undefined
  const item = typeText(items.items, { indent: '', isRequest: false })
  if (Object.keys(others).length === 0) return item
  return name === undefined ? undefined : `${item}, ${name}`
}

function parametersText({ id, parameters, body, answer }: Operation): string {
  const wanted = parameters.filter((each) => !(answer.kind === 'stream' && streamParameters.includes(each.name)))
  const names = wanted.map((each) => each.name)
  if (new Set([...names, 'body']).size !== names.length + 1) throw new Error(`${id} has two parameters of one name`)
  const fields = wanted.map(parameterText)
  if (body === 'raw') fields.push('body: RawBody')
  else if (body !== null)
    fields.push(`body${body.isRequired ? '' : '?'}: ${body.name}${body.isRequired ? '' : ' | undefined'}`)
  return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`
}

function parameterText({ name, required, schema }: Parameter): string {
  if (mentions(schema).length > 0) throw new Error(`the parameter ${name} has a named type`)
  const isSwitch = schema.enum?.length === 2 && schema.enum.includes('true') && schema.enum.includes('false')
  const type = isSwitch ? 'boolean' : typeText(schema, { indent: '', isRequest: true })
  return `${fieldName(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}`
}
