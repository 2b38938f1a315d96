/** Import graph of a tree: which file imports which, by relative paths. Packages that import each other by name aren't in it. */
import { posix } from 'node:path'
import type { Tree } from './tree.ts'

export type Graph = ReadonlyMap<string, readonly string[]>

const importLine = /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*(?:\{[^}]*\}[^'"\n;]*)?['"](?<path>\.{1,2}\/[^'"\n]+)['"]/g

export function readImports(tree: Tree): Graph {
  return new Map([...tree].map(([path, text]) => [path, importsOf(path, text).filter((each) => tree.has(each))]))
}

function importsOf(path: string, text: string): string[] {
  const found = [...text.matchAll(importLine)].map(({ groups }) => groups?.path ?? '')
  return [...new Set(found.map((each) => posix.join(posix.dirname(path), each)))]
}

/** Sets of nodes that can reach each other; a set of one isn't a cycle. Tarjan's algorithm. */
export function findCycles(graph: Graph): string[][] {
  const state = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const cycles: string[][] = []
  function visit(node: string): { index: number; low: number; isOpen: boolean } {
    const own = { index: state.size, low: state.size, isOpen: true }
    state.set(node, own)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      const known = state.get(next)
      if (known === undefined) own.low = Math.min(own.low, visit(next).low)
      else if (known.isOpen) own.low = Math.min(own.low, known.index)
    }
    if (own.low === own.index) closeComponent(node)
    return own
  }
  function closeComponent(node: string) {
    const members = open.splice(open.indexOf(node))
    for (const each of members) {
      const known = state.get(each)
      if (known !== undefined) known.isOpen = false
    }
    if (members.length > 1) cycles.push(members.sort())
  }
  for (const node of graph.keys()) if (!state.has(node)) visit(node)
  return cycles
}
