/** Which tools an assistant gets: those that the credential allows, of the kinds that the person allows. */
import type { Client } from '@longshore/sdk'
import { findPermissions, type KnownPermission } from '../connection/permissions.ts'
import { changeKinds, type Tool } from './tool.ts'

export interface ToolAccessOptions {
  readonly client: Client
  /** Kinds of tools that may change something after the person has agreed in their client. */
  readonly allowed: readonly string[]
  /** Kinds of tools that may change something without a question: starting the command this way was the yes. */
  readonly unattended: readonly string[]
}

export interface ToolAccess {
  /** Why a tool is not offered; undefined: it is. */
  denialReason(tool: Tool, canAsk: boolean): Promise<string | undefined>
  /** Whether the person has to agree before the tool does something. */
  mustAsk(tool: Tool): boolean
  /** Whether the person allowed tools that only lack a client that can ask. */
  lacksQuestions(canAsk: boolean): boolean
}

/** What the credential allows is asked once, when it is first needed. */
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
