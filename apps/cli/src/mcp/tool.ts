/** A tool for assistants: description, arguments, permissions and kind of change. */
import type { JsonSchema } from '@longshore/sdk'
import type { Connection } from '../connection/connect.ts'
import type { EnvironmentTarget } from '../connection/find-environment.ts'
import type { KnownPermission } from '../connection/permissions.ts'

/** Tools of these kinds do nothing until a person has agreed. */
export type ChangeKind = 'write' | 'destroy'

export const changeKinds: readonly ChangeKind[] = ['write', 'destroy']

export interface ToolCall extends Pick<Connection, 'client'> {
  text(name: string): string | undefined
  number(name: string): number | undefined
  list(name: string): readonly unknown[]
  /** The environment that the `environment` argument names, or the one that the directory is linked to. */
  environment(): Promise<EnvironmentTarget>
  /** Aborted when the assistant no longer waits for the response. */
  readonly signal: AbortSignal
}

/** A change whose targets are found: `run` changes exactly what `question` describes, and nothing else. */
export interface Plan {
  /** Sentences for the person, made of names that the API gave. */
  readonly question: string
  run(): Promise<unknown>
}

interface ToolShape {
  readonly name: string
  readonly description: string
  /** Credentials without all of these neither see the tool nor can call it. */
  readonly needs: readonly KnownPermission[]
  /** API operations that the tool calls, except those that only look up names. */
  readonly operations: readonly { readonly method: string; readonly path: string }[]
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

export interface ReadTool extends ToolShape {
  readonly kind: 'read'
  run(call: ToolCall): Promise<unknown>
}

export interface ChangeTool extends ToolShape {
  readonly kind: ChangeKind
  plan(call: ToolCall): Promise<Plan>
}

export type Tool = ReadTool | ChangeTool

export const environmentProperty: Readonly<Record<string, JsonSchema>> = {
  environment: {
    type: 'string',
    description: 'PROJECT/NAME or an ID that starts with env_. Default: the environment linked to this directory.',
  },
}

export const deploymentProperty: Readonly<Record<string, JsonSchema>> = {
  deployment: { type: 'string', description: 'Number or id of the deployment.' },
}

export const limitProperty: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Largest number of items, newest first.' },
}

export function inputSchemaOf({ properties, required = [] }: Tool): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The tool in the form that `tools/list` returns. */
export function describeTool(tool: Tool) {
  return {
    name: tool.name,
    description: tool.description,
    // A copy, because the protocol's type is plain JSON and ours is read-only.
    inputSchema: { ...JSON.parse(JSON.stringify(inputSchemaOf(tool))), type: 'object' as const },
    annotations: {
      readOnlyHint: tool.kind === 'read',
      destructiveHint: tool.kind === 'destroy',
      openWorldHint: true,
    },
  }
}
