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
  /** What starts it, or what runs before a release, is a package that otherwise only builds need. */
  readonly needsDevelopment: boolean
  /** Variables for the build alone. */
  readonly buildEnvironment: Readonly<Record<string, string>>
  /** Of a workspace: its root's manifest, the members that the app needs and those that it does not, from the workspace's root. */
  readonly holder: Manifest | null
  readonly used: readonly Used[]
  readonly unused: readonly string[]
}

export interface Place {
  readonly root: Folder
  readonly runsBun: boolean
  /** Of the base image, without its variant. */
  readonly tag: string
  /** Where the app's commands run, from the root and in the image. */
  readonly inside: string
  readonly home: string
}
