/** Decides which tools an assistant can use: those that the credential and the person allow. */
import type { Client } from '@longshore/sdk'
import { findPermissions, type KnownPermission } from '../connection/permissions.ts'
import { changeKinds, type Tool } from './tool.ts'

export interface ToolAccessOptions {
  readonly client: Client
  /** Kinds of tools that can make changes after the person confirmed in their client. */
  readonly allowed: readonly string[]
  /** Kinds of tools that can make changes without confirmation, because the command was started with --unattended. */
  readonly unattended: readonly string[]
}

export interface ToolAccess {
  /** Why a tool isn't available. Undefined: it is available. */
  denialReason(tool: Tool, canAsk: boolean): Promise<string | undefined>
  /** Whether the person has to confirm before the tool runs. */
  mustAsk(tool: Tool): boolean
  /** Whether allowed tools are unavailable only because the client can't ask for confirmation. */
  lacksQuestions(canAsk: boolean): boolean
}

/** Reads the permissions of the credential once, on first use. */
export function createToolAccess({ client, allowed, unattended }: ToolAccessOptions): ToolAccess {
  let asked: Promise<readonly KnownPermission[]> | null = null
  const find = () => {
    asked ??= findPermissions(client).catch((error: unknown) => {
      asked = null
      throw error
    })
    return asked
  }
  const mustAsk = ({ kind }: Tool) => kind !== 'read' && !unattended.includes(kind)
  return {
    mustAsk,
    lacksQuestions: (canAsk) =>
      !canAsk && changeKinds.some((kind) => allowed.includes(kind) && !unattended.includes(kind)),
    async denialReason(tool, canAsk) {
      const { name, kind, needs } = tool
      if (mustAsk(tool) && !allowed.includes(kind))
        return `${name} isn't allowed: longshore mcp was started without --allow ${kind}.`
      if (mustAsk(tool) && !canAsk)
        return `${name} needs the user's confirmation, but this client can't ask for it (no elicitation).`
      const permissions = await find()
      const missing = needs.filter((each) => !permissions.includes(each))
      return missing.length === 0
        ? undefined
        : `${name} needs ${missing.join(', ')}, which this credential doesn't have.`
    },
  }
}
