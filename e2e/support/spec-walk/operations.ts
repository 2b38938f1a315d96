/** The list of required operations, and the position of each in openapi.json. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Api, type Operation, readApi } from '../openapi.ts'
import type { Report } from '../report.ts'

/** As the list writes it: `PATCH /environments/:id/branch`. */
export type ListedName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

export interface Listed {
  readonly names: readonly string[]
  readonly api: Api
  operationOf(name: string): Operation
}

const listedCount = 52
const row = /^\| (GET|POST|PUT|PATCH|DELETE) +\| `(\/[^`]*)` +\|/gm

export async function readListed(report: Report): Promise<Listed> {
  const text = await readFile(join(import.meta.dirname, 'operations.md'), 'utf8')
  const names = [...new Set([...text.matchAll(row)].map(([, method, path]) => `${method} ${path}`))]
  report.expect(names.length === listedCount, `the list has ${names.length} operations, not ${listedCount}`)
  const api = readApi()
  const offered = new Map(api.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
  const operations = new Map(names.map((name) => [name, offered.get(toOffered(name))]))
  for (const [name, operation] of operations) report.expect(operation !== undefined, `openapi.json has no ${name}`)
  return {
    names,
    api,
    operationOf(name) {
      const operation = operations.get(name)
      if (operation === undefined) throw new Error(`${name} is not on the list, or not in openapi.json`)
      return operation
    },
  }
}

/** Parameters also have the names of the list. */
function toOffered(name: string): string {
  return name.replace(' ', ' /api/v1').replaceAll(/:(\w+)/g, '{$1}')
}
