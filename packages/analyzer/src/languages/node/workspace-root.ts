/** Whether the package at a workspace's root is more than a place for tools. */
import { folderRoleOf } from '../../ignored.ts'
import { joinPath, relativeTo } from '../folder-paths.ts'
import type { NodeContext } from './context.ts'

/** Code that is in no member and is no tool's setting. */
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

/** `node index.js` of a file that is no member's. */
export function startsOwnCode({ folder, workspace, start }: NodeContext): boolean {
  const files = (start?.step?.args ?? []).slice(1).flatMap((word) => joinPath('.', word) ?? [])
  const members = membersOf(folder.path, workspace)
  return files.some((file) => folder.has(file) && !members.some((member) => file.startsWith(`${member}/`)))
}

function membersOf(root: string, workspace: NodeContext['workspace']): string[] {
  return [...(workspace?.folders ?? [])].map((member) => relativeTo(root, member)).filter((member) => member !== '.')
}
