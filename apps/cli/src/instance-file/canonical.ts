/** One form for every value, so that a file and an instance with the same content compare as equal. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'
import { isSecretReference } from './instance-file.ts'

/** Removes null, empty lists, and defaults, and orders the fields as the schema does. */
export function withoutDefaults(schema: JsonSchema, value: unknown): unknown {
  if (value === null || value === undefined || isDeepStrictEqual(value, schema.default)) return undefined
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) {
    const fitting = alternatives.find((each) => validate(each, value).length === 0)
    return fitting === undefined ? value : withoutDefaults(fitting, value)
  }
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((each) => itemOf(schema, each))
  if (typeof value !== 'object' || schema.properties === undefined) return value
  const fields = fieldsOf(schema.properties, value)
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

function itemOf({ items }: JsonSchema, value: unknown): unknown {
  return items === undefined ? value : (withoutDefaults(items, value) ?? value)
}

function fieldsOf(properties: Readonly<Record<string, JsonSchema>>, value: object): [string, unknown][] {
  const given = new Map<string, unknown>(Object.entries(value))
  return Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const kept = withoutDefaults(schema, given.get(name))
    return kept === undefined ? [] : [[name, kept]]
  })
}

/** True if both have the same content. Two references to secrets are the same, because no value can be read. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other))
}

function comparable(value: unknown): unknown {
  if (value === null) return undefined
  if (isSecretReference(value)) return 'secret'
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(comparable)
  if (typeof value !== 'object') return value
  const fields = Object.entries(value)
    .map(([name, each]): [string, unknown] => [name, comparable(each)])
    .filter(([, each]) => each !== undefined)
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

/** Orders by code units, which is the same on every computer. */
export function byName<Entry>(nameOf: (entry: Entry) => string): (one: Entry, other: Entry) => number {
  return (one, other) => {
    const [left, right] = [nameOf(one), nameOf(other)]
    return left < right ? -1 : left > right ? 1 : 0
  }
}
