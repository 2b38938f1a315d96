/** A Node.js package during its analysis. */
import type { Folder } from '../../folder.ts'
import { type CodeFile, readCode, readFiles } from '../code/code-file.ts'
import type { Workspace } from '../language.ts'
import type { Manifest } from './manifest.ts'
import type { PackageManager } from './package-manager.ts'
import { findStart, type Start } from './start-script.ts'

export interface NodeContext {
  readonly folder: Folder
  readonly manifest: Manifest
  readonly manager: PackageManager
  readonly workspace: Workspace | null
  readonly start: Start | null
  /** Source files, the closest first; read once, on demand. */
  code(): Promise<readonly CodeFile[]>
  /** Returns the first of these files that exists. */
  config(...names: string[]): Promise<CodeFile | null>
}

export function makeContext(
  folder: Folder,
  parts: Pick<NodeContext, 'manifest' | 'manager' | 'workspace'>,
): NodeContext {
  let code: Promise<readonly CodeFile[]> | null = null
  return {
    folder,
    ...parts,
    start: findStart(parts.manifest, parts.manager.name),
    code: () => {
      const inner = packagesBelow(folder)
      code ??= readCode(folder, (file) => isServerCode(file) && !inner.some((one) => file.startsWith(one)))
      return code
    },
    config: async (...names) => {
      const name = names
        .flatMap((base) => [base, ...extensions.map((end) => `${base}.${end}`)])
        .find((one) => folder.has(one))
      return name === undefined ? null : ((await readFiles(folder, [name]))[0] ?? null)
    },
  }
}

/** Folders that are packages of their own: their code says nothing about this one. */
function packagesBelow(folder: Folder): string[] {
  return folder
    .files()
    .filter((file) => /.\/(?:package|project)\.json$/.test(file))
    .map((file) => file.slice(0, file.lastIndexOf('/') + 1))
    .slice(0, 200)
}

const extensions = ['ts', 'mjs', 'js', 'cjs', 'mts', 'cts', 'json']

/**
 * Matches programs, not tests, Storybook files, types, or settings of build tools. Components are omitted because they never
 * listen.
 */
function isServerCode(file: string): boolean {
  return (
    /\.[cm]?[jt]s$/.test(file) &&
    !/\.(?:d|test|spec|stories|config|min|e2e-spec)\.[cm]?[jt]s$/.test(file) &&
    !/^(?:public|static|assets|dist|build)\//.test(file)
  )
}
