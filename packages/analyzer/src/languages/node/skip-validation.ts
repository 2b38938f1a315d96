/**
 * Programs that validate their variables on load also do so during the build, without the values of a running service.
 * Many skip the check if a variable is set: the build sets it if the code reads it.
 */
import { Folder } from '../../folder.ts'
import { findLine, readCode } from '../code/code-file.ts'
import type { NodeContext } from './context.ts'
import type { Used } from './workspace-parts.ts'

const variable = 'SKIP_ENV_VALIDATION'
const reads = /\benv(?:\.|\[["'`])SKIP_ENV_VALIDATION\b/
const maxFiles = 30

export async function skipValidation(context: NodeContext, used: readonly Used[]): Promise<Record<string, string>> {
  const { folder } = context
  const folders = [folder, ...used.map((member) => new Folder(folder.repository, member.folder))]
  for (const place of folders) {
    const files = await readCode(place, isSettings, maxFiles)
    if (findLine(files, reads) !== null) return { [variable]: '1' }
  }
  return {}
}

/** Such checks are in a separate file, which the build settings import. */
function isSettings(file: string): boolean {
  return /(?:^|\/)(?:env|environment|keys|index|config|[\w-]+\.config)(?:\.\w{1,10})?\.[cm]?[jt]s$/.test(file)
}
