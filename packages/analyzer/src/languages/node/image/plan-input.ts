import type { App } from '../../../app.ts'
import type { Folder } from '../../../folder.ts'
import type { NodeContext } from '../context.ts'
import type { Manifest } from '../manifest.ts'
import type { NativeNeeds } from '../native-modules.ts'
import type { Shape } from '../shape.ts'
import type { Used } from '../workspace-parts.ts'

export interface PlanInput {
  readonly context: NodeContext
  readonly shape: Shape
  readonly app: Omit<App, 'image'>
  readonly native: NativeNeeds
  /** The start or release command uses a development dependency. */
  readonly needsDevelopment: boolean
  /** Variables for the build only. */
  readonly buildEnvironment: Readonly<Record<string, string>>
  /**
   * For a workspace: the manifest of its root, and the members that the app needs or doesn't need, as paths from the
   * root.
   */
  readonly holder: Manifest | null
  readonly used: readonly Used[]
  readonly unused: readonly string[]
}

export interface Place {
  readonly root: Folder
  readonly runsBun: boolean
  /** Tag of the base image, without its variant. */
  readonly tag: string
  /** Working directory of the app's commands, relative to the root and in the image. */
  readonly inside: string
  readonly home: string
}
