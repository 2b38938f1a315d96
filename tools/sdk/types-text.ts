/** Writes every named schema as a type, and the codes of all problems. */
import type { Document, Schema } from './document.ts'
import { docText, fieldsText, typeText } from './type-text.ts'

export function typesText(document: Document, problemCodes: readonly string[]): string {
  const types = [...document.schemas].map(([name, schema]) => namedType(name, schema, document.requestNames.has(name)))
  return `\n${types.join('\n')}\n${codesText(problemCodes)}`
}

function namedType(name: string, schema: Schema, isRequest: boolean): string {
  const options = { indent: '', isRequest }
  const doc = docText(schema.description, '')
  const isPlainObject = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0
  if (isPlainObject) return `${doc}export interface ${name} ${fieldsText(schema, options)}\n`
  return `${doc}export type ${name} = ${typeText(schema, options)}\n`
}

function codesText(codes: readonly string[]): string {
  const lines = [...codes].sort().map((code) => `  | '${code}'\n`)
  return `${docText('Every code that a problem can have. A newer server may know more.', '')}export type ProblemCode =\n${lines.join('')}`
}
