/** Reads `build`, as a path or as a map. */
import { type Located, textAt } from '../formats/located.ts'
import { resolvePath } from '../formats/repository-path.ts'
import { interpolate } from './interpolate.ts'

export interface ComposeBuild {
  /** Path from the repository root. */
  readonly context: string
  /** Path from the repository root; null if not stated. */
  readonly dockerfile: string | null
  readonly target: string | null
  /** True if it wasn't stated: the folder that is mounted into a bare runtime image. */
  readonly isCode?: boolean
}

export interface RefusedBuild {
  readonly refused: string
}

/** `folder` is the folder of the compose file. */
export function readBuild(node: Located, folder: string): ComposeBuild | RefusedBuild {
  const stated = node.kind === 'scalar' ? node.text : (textAt(node, 'context') ?? '.')
  const text = interpolate(stated).text ?? stated
  if (/^[a-z][a-z0-9+.-]*:\/\/|^git@|\.git(?:#|$)/i.test(text))
    return { refused: 'Longshore builds only directories of the repository. Create a project for the other one.' }
  const context = resolvePath(folder, text)
  if (context === null) return { refused: 'Longshore builds only directories of the repository.' }
  const file = node.kind === 'map' ? textAt(node, 'dockerfile') : null
  const dockerfile = file === null ? null : resolvePath(context, interpolate(file).text ?? file)
  if (file !== null && dockerfile === null) return { refused: 'The Dockerfile must be a file in the repository.' }
  const target = node.kind === 'map' ? textAt(node, 'target') : null
  const stage = target === null ? null : (interpolate(target).text?.slice(0, 200) ?? null)
  // For deployments, use the last stage instead.
  const isDevelopment = stage !== null && /^(?:dev|develop|development|local)\b/i.test(stage)
  return { context, dockerfile, target: isDevelopment ? null : stage }
}
