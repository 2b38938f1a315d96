/**
 * A bare runtime image with mounted code is a development setup: the folder is deployed instead, built by its own
 * manifest.
 */
import { joinPath, resolvePath } from '../formats/repository-path.ts'
import { isBelow } from './container-paths.ts'
import type { ComposeBuild } from './read-build.ts'
import type { Mount } from './read-mounts.ts'

const runtimes =
  /^(?:docker\.io\/)?(?:library\/)?(?:node|python|ruby|golang|php|rust|elixir|oven\/bun|denoland\/deno|maven|gradle)(?::|$)/

/** `hasFiles` says whether the repository has a folder: a missing one is for data, and a file is only a setting. */
export function mountedCode(
  image: string | null,
  mounts: readonly Mount[],
  { folder, hasFiles }: { folder: string; hasFiles: (path: string) => boolean },
): ComposeBuild | null {
  if (image === null || !runtimes.test(image)) return null
  const [context] = foldersOf(mounts, folder).flatMap(({ path }) => (hasFiles(path) ? [path] : []))
  return context === undefined ? null : { context, dockerfile: null, target: null, isCode: true }
}

/** The folder that is mounted over the image's files; null if only data and settings are mounted. */
export function mountedFolder(mounts: readonly Mount[], folder: string, context: string): string | null {
  return foldersOf(mounts, folder).find(({ path }) => isCodePath(path, folder, context))?.path ?? null
}

/** True for the code of a built service, and for what is mounted into it. */
export function isCodeMount(
  { path, target }: { path: string; target: string },
  { mounts, folder, build }: { mounts: readonly Mount[]; folder: string; build: ComposeBuild | null },
): boolean {
  if (build === null) return false
  const isCode = (one: string) =>
    build.isCode === true ? one === build.context : isCodePath(one, folder, build.context)
  const targets = foldersOf(mounts, folder)
    .filter((one) => isCode(one.path))
    .map((one) => one.target)
  return isCode(path) || targets.some((one) => target === one || isBelow(target, one))
}

function isCodePath(path: string, folder: string, context: string): boolean {
  return path === folder || path === context || path === joinPath(context, 'src') || path === joinPath(context, 'app')
}

/** Mounts such as `.:/app`. */
function foldersOf(mounts: readonly Mount[], folder: string): { path: string; target: string }[] {
  return mounts.flatMap(({ type, source, target }) => {
    if (type !== 'bind' || source === null || !/^\.[\w./-]{0,100}$/.test(source) || !target.startsWith('/')) return []
    const path = resolvePath(folder, source)
    return path === null ? [] : [{ path, target }]
  })
}
