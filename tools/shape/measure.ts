/** Counts that describe the shape of a tree. */
import { findCycles, readImports } from './imports.ts'
import { listMisplacedInWorkflow, listModuleFiles, listWithoutLayer, moduleOf } from './layers.ts'
import { type Copies, countCopies, countReplacedLines } from './replaced-code.ts'
import type { Tree } from './tree.ts'
import { findUpwardImports } from './upward-imports.ts'

const handWritten = /^(?:apps|packages)\/.+\.tsx?$/
const notCounted = /(?:\.test\.tsx?|\.generated\.ts)$/

export interface Shape {
  modules: string[]
  withoutLayer: string[]
  misplacedInWorkflow: string[]
  upward: string[]
  cycles: string[][]
  lines: { path: string; count: number }[]
  copies: Copies[]
  /** Hand-written lines for what a library or a shared package does now. */
  replacedLines: number
}

export function measureShape(tree: Tree): Shape {
  const imports = readImports(tree)
  return {
    modules: [...new Set(listModuleFiles(tree.keys()).map((path) => moduleOf(path) ?? ''))].sort(),
    withoutLayer: listWithoutLayer(tree.keys()),
    misplacedInWorkflow: listMisplacedInWorkflow(tree.keys()),
    upward: findUpwardImports(imports),
    cycles: findCycles(imports),
    lines: countAllLines(tree),
    copies: countCopies(tree),
    replacedLines: countReplacedLines(tree),
  }
}

/** The share 0.5 is the median. */
export function linesAt({ lines }: Pick<Shape, 'lines'>, share: number): number {
  return lines[Math.min(lines.length - 1, Math.floor(lines.length * share))]?.count ?? 0
}

function countAllLines(tree: Tree): { path: string; count: number }[] {
  return [...tree]
    .filter(([path]) => handWritten.test(path) && !notCounted.test(path))
    .map(([path, text]) => ({ path, count: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) }))
    .sort((a, b) => a.count - b.count)
}
