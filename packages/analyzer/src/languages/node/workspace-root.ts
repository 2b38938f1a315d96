/** Decides whether the package at a workspace root contains more than tools. */
import { folderRoleOf } from '../../ignored.ts'
import { joinPath, relativeTo } from '../folder-paths.ts'
import type { NodeContext } from './context.ts'

/** True for code that is neither in a member nor a tool's settings. */
export function hasOwnCode({ folder, workspace }: NodeContext): boolean {
  const members = membersOf(folder.path, workspace)
  return folder
    .files()
    .some(
      (file) =>
        /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html)$/.test(file) &&
        !/(?:^|\/)\.|\.(?:config|setup|workspace|preset|d)\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|Gruntfile|karma\.conf)\b/.test(
          file,
        ) &&
        folderRoleOf(file, '.') === 'own' &&
        !members.some((member) => file.startsWith(`${member}/`)),
    )
}

/** Matches `node index.js` of a file that doesn't belong to a member. */
export function startsOwnCode({ folder, workspace, start }: NodeContext): boolean {
  const files = (start?.step?.args ?? []).slice(1).flatMap((word) => joinPath('.', word) ?? [])
  const members = membersOf(folder.path, workspace)
  return files.some((file) => folder.has(file) && !members.some((member) => file.startsWith(`${member}/`)))
}

function membersOf(root: string, workspace: NodeContext['workspace']): string[] {
  return [...(workspace?.folders ?? [])].map((member) => relativeTo(root, member)).filter((member) => member !== '.')
}
