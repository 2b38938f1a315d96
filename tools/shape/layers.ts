/** Finds files of modules whose name or folder doesn't say their layer. `index.ts` and `worker.ts` are entry points. */
import { layers } from './module-layers.ts'

const moduleFile = /^apps\/server\/src\/modules\/(?<module>[^/]+)\/.+\.ts$/
const test = /\.test\.ts$/
const entryPoint = /\/(?:index|worker)\.ts$/
const hasLayer = new RegExp(`\\.(?:${layers.join('|')})\\.ts$`)
/** The folder `workflow/` holds workflows and what only they use. */
const workflowFile = /\/workflow\/(?:.+\/)?[^/]+\.(?:workflow|step|hooks|context)\.ts$/

export function moduleOf(path: string): string | undefined {
  return moduleFile.exec(path)?.groups?.module
}

export function listModuleFiles(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => moduleOf(path) !== undefined && !test.test(path))
}

export function listWithoutLayer(paths: Iterable<string>): string[] {
  return listModuleFiles(paths).filter((path) => !entryPoint.test(path) && !hasLayer.test(path))
}

export function listMisplacedInWorkflow(paths: Iterable<string>): string[] {
  return listModuleFiles(paths).filter((path) => path.includes('/workflow/') && !workflowFile.test(path))
}
