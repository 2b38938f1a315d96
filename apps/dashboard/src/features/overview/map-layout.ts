/**
 * Places the nodes of a map in columns from left to right: domains, services, databases, volumes. Empty columns are left out,
 * and nodes are ordered by what they connect to, so that few lines cross. Pure.
 */

export type MapKind = 'domain' | 'service' | 'database' | 'volume'

export interface MapNode {
  id: string
  kind: MapKind
}

export interface MapEdge {
  from: string
  to: string
}

export interface Placed {
  x: number
  y: number
}

export interface MapLayout {
  width: number
  height: number
  nodes: ReadonlyMap<string, Placed>
  /** Lines as SVG paths, by `from` and `to`. */
  lines: readonly (MapEdge & { path: string })[]
}

export const nodeSize = { width: 208, height: 88 } as const
const gap = { x: 40, y: 16 } as const
const columns: readonly MapKind[] = ['domain', 'service', 'database', 'volume']

export function layOut(nodes: readonly MapNode[], edges: readonly MapEdge[]): MapLayout {
  const known = new Set(nodes.map(({ id }) => id))
  const shown = edges.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to)
  const used = columns
    .map((_, column) => nodes.filter((node) => columnOf(node, nodes, shown) === column))
    .filter(({ length }) => length > 0)
  const height = Math.max(0, ...used.map(({ length }) => heightOf(length)))
  const placed = new Map<string, Placed>()
  for (const [column, members] of used.entries()) {
    const top = (height - heightOf(members.length)) / 2
    for (const [row, { id }] of inOrder(members, shown, placed).entries())
      placed.set(id, { x: column * (nodeSize.width + gap.x), y: top + row * (nodeSize.height + gap.y) })
  }
  return {
    width: Math.max(0, used.length * (nodeSize.width + gap.x) - gap.x),
    height,
    nodes: placed,
    lines: shown.flatMap((edge) => lineOf(edge, placed)),
  }
}

/** The volume of a service is next to the service, so that its line doesn't cross the databases. */
function columnOf({ id, kind }: MapNode, nodes: readonly MapNode[], edges: readonly MapEdge[]): number {
  const owner = edges.find(({ to }) => to === id)?.from
  const isOfService = kind === 'volume' && nodes.some((node) => node.id === owner && node.kind === 'service')
  return columns.indexOf(isOfService ? 'database' : kind)
}

function heightOf(count: number): number {
  return count * (nodeSize.height + gap.y) - gap.y
}

/** By the mean height of the nodes to the left that they connect to; without any, they stay in their order, at the end. */
function inOrder(
  members: readonly MapNode[],
  edges: readonly MapEdge[],
  placed: ReadonlyMap<string, Placed>,
): readonly MapNode[] {
  const meanOf = ({ id }: MapNode): number => {
    const heights = edges.flatMap(({ from, to }) => (to === id ? [placed.get(from)?.y ?? []].flat() : []))
    return heights.length === 0
      ? Number.POSITIVE_INFINITY
      : heights.reduce((sum, height) => sum + height, 0) / heights.length
  }
  return members
    .map((node) => ({ node, mean: meanOf(node) }))
    .toSorted((a, b) => (a.mean === b.mean ? 0 : a.mean - b.mean))
    .map(({ node }) => node)
}

function lineOf(edge: MapEdge, placed: ReadonlyMap<string, Placed>): (MapEdge & { path: string })[] {
  const [from, to] = [placed.get(edge.from), placed.get(edge.to)]
  // Two services in one column have no room for a line between them.
  if (from === undefined || to === undefined || from.x >= to.x) return []
  const [x1, y1] = [from.x + nodeSize.width, from.y + nodeSize.height / 2]
  const [x2, y2] = [to.x, to.y + nodeSize.height / 2]
  const bend = gap.x / 2
  return [{ ...edge, path: `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}` }]
}
