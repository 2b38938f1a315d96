/** The workspaces of the tree, as their own tools would see them. */
import type { Scope } from '../findings.ts'
import type { Workspace } from '../languages/language.ts'

export async function readWorkspaces(_scope: Scope): Promise<readonly Workspace[]> {
  return []
}
