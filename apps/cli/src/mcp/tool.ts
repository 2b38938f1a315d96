/** A tool for assistants: what it is for, what it takes, what it needs, and how much it can change. */
import type { JsonSchema } from '@longshore/sdk'
import type { Connection } from '../connection/connect.ts'
import type { EnvironmentTarget } from '../connection/find-environment.ts'
import type { KnownPermission } from '../connection/permissions.ts'

/** `destroy` needs `confirm: true` besides. */
export type ToolKind = 'read' | 'write' | 'destroy'

export interface ToolCall extends Pick<Connection, 'client'> {
  text(name: string): string | undefined
  number(name: string): number | undefined
  list(name: string): readonly unknown[]
  /** Of `environment`, or of the linked directory. */
  environment(): Promise<EnvironmentTarget>
  /** The assistant does not wait any more. */
  readonly signal: AbortSignal
}

export interface Tool {
  readonly name: string
  readonly kind: ToolKind
  readonly description: string
  /** Whoever does not have all of these does not see it. */
  readonly needs: readonly KnownPermission[]
  /** What it calls, besides looking for names. */
  readonly operations: readonly { readonly method: string; readonly path: string }[]
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  run(call: ToolCall): Promise<unknown>
}

export const environmentProperty: Readonly<Record<string, JsonSchema>> = {
  environment: {
    type: 'string',
    description: 'PROJECT/NAME or an id that begins with env_. Left out: the one that the directory is linked to.',
  },
}

export const deploymentProperty: Readonly<Record<string, JsonSchema>> = {
  deployment: { type: 'string', description: 'Its number or id.' },
}

export const limitProperty: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1, maximum: 100, description: 'At most so many, the newest first.' },
}

const confirmProperty: Readonly<Record<string, JsonSchema>> = {
  confirm: { type: 'boolean', const: true, description: 'Only true when the person has agreed to exactly this.' },
}

export function inputSchemaOf({ kind, properties, required = [] }: Tool): JsonSchema {
  const isDestructive = kind === 'destroy'
  return {
    type: 'object',
    properties: isDestructive ? { ...properties, ...confirmProperty } : properties,
    required: isDestructive ? [...required, 'confirm'] : required,
    additionalProperties: false,
  }
}

/** As the protocol lists it. */
export function describeTool(tool: Tool): object {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
    annotations: {
      readOnlyHint: tool.kind === 'read',
      destructiveHint: tool.kind === 'destroy',
      openWorldHint: true,
    },
  }
}
