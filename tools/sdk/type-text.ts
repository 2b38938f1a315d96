/**
 * Converts a JSON schema to the text of a TypeScript type. Unknown keywords are rejected: a silent `unknown` would be
 * useless.
 */
import { nameOf, type Schema } from './document.ts'

export interface TypeOptions {
  indent: string
  /** Optional fields can then also be undefined, which is how people build requests. */
  isRequest: boolean
}

export function typeText(schema: Schema, options: TypeOptions): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return union(alternatives.map((each) => typeText(each, options)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => ofType(type, schema, options)))
  if (schema.type !== undefined) return ofType(schema.type, schema, options)
  if (Object.keys(schema).every((key) => ['description', 'example', 'default'].includes(key))) return 'unknown'
  throw new Error(`no type is known for ${JSON.stringify(schema).slice(0, 200)}`)
}

/** One line of JSDoc, or nothing. */
export function docText(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`
}

/** The fields of an object, in braces. */
export function fieldsText(schema: Schema, options: TypeOptions): string {
  const indent = `${options.indent}  `
  const required = new Set(schema.required ?? [])
  const lines = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const text = typeText(field, { ...options, indent })
    const isOptional = !required.has(name)
    const type = isOptional && options.isRequest ? `${text} | undefined` : text
    return `${docText(field.description, indent)}${indent}${fieldName(name)}${isOptional ? '?' : ''}: ${type}\n`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${options.indent}}`
}

export function fieldName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function ofType(type: string, schema: Schema, options: TypeOptions): string {
  switch (type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayText(typeText(schema.items ?? {}, options))
    case 'object':
      return objectText(schema, options)
    default:
      throw new Error(`no type is known for "${type}"`)
  }
}

function objectText(schema: Schema, options: TypeOptions): string {
  const { properties = {}, additionalProperties, propertyNames } = schema
  if (typeof additionalProperties === 'object') {
    if (Object.keys(properties).length > 0) throw new Error('fields that are known beside fields that are not')
    const keys = propertyNames?.enum === undefined ? 'string' : union(propertyNames.enum.map(literal))
    const record = `Record<${keys}, ${typeText(additionalProperties, options)}>`
    return keys === 'string' ? record : `Partial<${record}>`
  }
  return Object.keys(properties).length === 0 ? 'Record<string, never>' : fieldsText(schema, options)
}

function arrayText(item: string): string {
  return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
}
