/** A tool for assistants: what it is for, what it takes, and how much it can change. */
import type { JsonSchema } from '@longshore/sdk'
import type { Connection } from '../connection/connect.ts'
import type { EnvironmentTarget } from '../connection/find-environment.ts'

/** `destroy` needs `confirm: true` besides. */
export type ToolKind = 'read' | 'write' | 'destroy'

export interface ToolCall extends Pick<Connection, 'client'> {
  text(name: string): string | undefined
  number(name: string): number | undefined
  /** Of `environment`, or of the linked directory. */
  environment(): Promise<EnvironmentTarget>
}

export interface Tool {
  readonly name: string
  readonly kind: ToolKind
  readonly description: string
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

export const limitProperty: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1, maximum: 200, description: 'At most so many, the newest first.' },
}

const confirmProperty: Readonly<Record<string, JsonSchema>> = {
  confirm: { const: true, description: 'Only true when the person has agreed to exactly this.' },
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
