/** Which tools an assistant gets: those that the credential allows, of the kinds that the person allows. */
import type { Client } from '@longshore/sdk'
import { findPermissions, type KnownPermission } from '../connection/permissions.ts'
import type { Tool } from './tool.ts'

export interface OfferOptions {
  readonly client: Client
  /** Kinds of tools. */
  readonly kinds: readonly string[]
}

/** Gives the reason why a tool is not offered. What the credential allows is asked once, when it is first needed. */
export function createOffer({ client, kinds }: OfferOptions): (tool: Tool) => Promise<string | undefined> {
  let asked: Promise<readonly KnownPermission[]> | null = null
  const find = () => {
    asked ??= findPermissions(client).catch((error: unknown) => {
      asked = null
      throw error
    })
    return asked
  }
  return async ({ name, kind, needs }) => {
    if (!kinds.includes(kind)) return `${name} is not allowed here: longshore mcp was started without --allow ${kind}.`
    const allowed = await find()
    const missing = needs.filter((each) => !allowed.includes(each))
    return missing.length === 0
      ? undefined
      : `${name} needs ${missing.join(', ')}, which this credential does not have.`
  }
}
