/**
 * Modules form layers when no module imports, over others, one that imports it. The upward imports are the fewest pairs of modules
 * whose removal makes that true.
 */
import { findCycles, type Graph } from './imports.ts'
import { listModuleFiles, moduleOf } from './layers.ts'

/** Trying all orders of a group is exact; a group this large would take minutes and is itself a finding. */
const maxGroup = 18

export function findUpwardImports(imports: Graph): string[] {
  const graph = groupByModule(imports)
  return findCycles(graph)
    .flatMap((group) => (group.length > maxGroup ? allPairs(graph, group) : fewestPairs(graph, group)))
    .sort()
}

/** Maps each module to the modules that it imports. */
export function groupByModule(imports: Graph): Graph {
  const graph = new Map<string, Set<string>>()
  for (const path of listModuleFiles(imports.keys())) {
    const from = moduleOf(path) ?? ''
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const target of imports.get(path) ?? []) {
      const to = moduleOf(target)
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  return new Map([...graph].map(([from, targets]) => [from, [...targets]]))
}

function allPairs(graph: Graph, group: readonly string[]): string[] {
  return group.flatMap((from) => targetsIn(graph, group, from).map((to) => `${from} → ${to}`))
}

function targetsIn(graph: Graph, group: readonly string[], from: string): string[] {
  return (graph.get(from) ?? []).filter((to) => group.includes(to))
}

/** Best order by dynamic programming over subsets: `best[set]` is the fewest upward pairs when `set` is placed lowest. */
function fewestPairs(graph: Graph, group: readonly string[]): string[] {
  const targets = group.map((from) => bits(targetsIn(graph, group, from).map((to) => group.indexOf(to))))
  const best: { cost: number; last: number }[] = [{ cost: 0, last: -1 }]
  for (let set = 1; set < 1 << group.length; set++) {
    const choices = group.flatMap((_, last) => {
      if ((set & (1 << last)) === 0) return []
      const above = (targets[last] ?? 0) & ~set
      return [{ cost: (best[set & ~(1 << last)]?.cost ?? 0) + countBits(above), last }]
    })
    best.push(choices.reduce((low, each) => (each.cost < low.cost ? each : low)))
  }
  return readPairs({ group, targets, best })
}

function readPairs({
  group,
  targets,
  best,
}: {
  group: readonly string[]
  targets: number[]
  best: { last: number }[]
}) {
  const pairs: string[] = []
  for (let set = (1 << group.length) - 1; set > 0; ) {
    const last = best[set]?.last ?? 0
    const above = (targets[last] ?? 0) & ~set
    pairs.push(...group.flatMap((to, index) => ((above & (1 << index)) === 0 ? [] : [`${group[last]} → ${to}`])))
    set &= ~(1 << last)
  }
  return pairs
}

function bits(indexes: readonly number[]): number {
  return indexes.reduce((set, index) => set | (1 << index), 0)
}

function countBits(set: number): number {
  return set.toString(2).replaceAll('0', '').length
}
