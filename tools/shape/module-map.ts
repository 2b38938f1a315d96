/**
 * Compares the map of the modules in ARCHITECTURE.md with the tree: it shows each module once, above the modules that it
 * imports. Some imports contradict every order; the map can contradict no more than those.
 */
import { type Graph, readImports } from './imports.ts'
import type { Tree } from './tree.ts'
import { findUpwardImports, groupByModule } from './upward-imports.ts'

export function findMapFaults(page: string, tree: Tree): string[] {
  const rows = readModuleMap(page)
  const shown = rows.flat()
  const imports = readImports(tree)
  const graph = groupByModule(imports)
  const contradictions = listContradictions(rows, graph)
  return [
    ...[...graph.keys()].filter((each) => !shown.includes(each)).map((each) => `the map has no module ${each}`),
    ...shown.filter((each) => !graph.has(each)).map((each) => `the map shows ${each}, which isn't a module`),
    ...shown.filter((each, index) => shown.indexOf(each) !== index).map((each) => `the map shows ${each} twice`),
    ...(contradictions.length > findUpwardImports(imports).length
      ? contradictions.map((pair) => `the map contradicts the import ${pair}`)
      : []),
  ].map((fault) => `ARCHITECTURE.md: ${fault}`)
}

/** Reads rows of boxes from the top to the double line, which ends the modules. */
function readModuleMap(page: string): string[][] {
  const section = page.slice(page.indexOf('## Map of the modules'))
  const block = /```\n(?<map>[\s\S]*?)╞/.exec(section)?.groups?.map ?? ''
  return block
    .split('\n')
    .map((line) => line.slice(0, line.lastIndexOf('│')).match(/[a-z][a-z-]*/g) ?? [])
    .filter((row) => row.length > 0)
}

function listContradictions(rows: readonly string[][], graph: Graph): string[] {
  const rowOf = (module: string) => rows.findIndex((row) => row.includes(module))
  return [...graph].flatMap(([from, targets]) =>
    targets.filter((to) => rowOf(to) <= rowOf(from)).map((to) => `${from} → ${to}`),
  )
}
