/** The workspaces of the tree, as their own tools would see them. */

import type { Workspace } from '../languages/language.ts'
import type { Scope } from '../scope.ts'

export async function readWorkspaces(_scope: Scope): Promise<readonly Workspace[]> {
  return []
}
