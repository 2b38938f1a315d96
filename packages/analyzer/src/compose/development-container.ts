/**
 * A bare runtime image with mounted code is a development setup: the folder is deployed instead, built by its own
 * manifest.
 */
import { resolvePath } from '../formats/repository-path.ts'
import type { ComposeBuild } from './read-build.ts'

const runtimes =
  /^(?:docker\.io\/)?(?:library\/)?(?:node|python|ruby|golang|php|rust|elixir|oven\/bun|denoland\/deno|maven|gradle)(?::|$)/

/** `refused` are mounts of host folders, such as `volumes: .:/app`. */
export function mountedCode(
  image: string | null,
  refused: readonly { readonly what: string }[],
  folder: string,
): ComposeBuild | null {
  if (image === null || !runtimes.test(image)) return null
  for (const { what } of refused) {
    const path = /^volumes: (\.[\w./-]{0,100}):\//.exec(what)?.[1]
    const context = path === undefined ? null : resolvePath(folder, path)
    if (context !== null) return { context, dockerfile: null, target: null, isCode: true }
  }
  return null
}

/** The folder that is mounted over the image's files; null if only data and settings are mounted. */
export function mountedFolder(
  refused: readonly { readonly what: string }[],
  folder: string,
  context: string,
): string | null {
  for (const { what } of refused) {
    const path = /^volumes: (\.[\w./-]{0,100}):\//.exec(what)?.[1]
    const place = path === undefined ? null : resolvePath(folder, path)
    if (
      place !== null &&
      (place === folder || place === context || place === `${context}/src` || place === `${context}/app`)
    )
      return place
  }
  return null
}
