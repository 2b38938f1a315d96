/** Reads openapi.json for pages: with all parameters, descriptions, and responses. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Parameter, Schema } from '../sdk/document.ts'
import { root } from '../source-files.ts'

export interface ApiOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  'x-longshore-permission': string
  'x-longshore-raw-body'?: boolean
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> }
  responses: Record<string, ApiResponse>
}

export interface ApiResponse {
  description: string
  content?: Record<string, { schema?: Schema; 'x-longshore-events'?: Record<string, Schema> }>
}

export interface ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, Schema> }
}

export interface PlacedOperation {
  method: string
  path: string
  operation: ApiOperation
}

export async function readApi(): Promise<ApiDocument> {
  return JSON.parse(await readFile(join(root, 'apps/server/openapi.json'), 'utf8'))
}

export function operationsOf(api: ApiDocument): PlacedOperation[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
