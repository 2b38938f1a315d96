import { describe, expect, it } from 'vitest'
import { layOut, type MapNode, nodeSize } from './map-layout.ts'

const node = (id: string, kind: MapNode['kind']): MapNode => ({ id, kind })

describe('layOut', () => {
  it('is empty without nodes', () => {
    expect(layOut([], [])).toEqual({ width: 0, height: 0, nodes: new Map(), lines: [] })
  })
  it('has a column for each kind from left to right, without empty ones', () => {
    const { nodes, width } = layOut([node('v', 'volume'), node('s', 'service'), node('d', 'domain')], [])
    const x = (id: string) => nodes.get(id)?.x ?? -1
    expect(x('d')).toBe(0)
    expect(x('s')).toBeGreaterThan(x('d') + nodeSize.width)
    expect(width).toBe(x('v') + nodeSize.width)
  })
  it('never places two nodes over each other', () => {
    const { nodes } = layOut(
      ['a', 'b', 'c'].map((id) => node(id, 'service')),
      [],
    )
    const tops = [...nodes.values()].map(({ y }) => y).toSorted((a, b) => a - b)
    for (const [index, top] of tops.entries())
      if (index > 0) expect(top - (tops[index - 1] ?? 0)).toBeGreaterThan(nodeSize.height)
  })
  it('orders nodes by what they connect to', () => {
    const all = [node('web', 'service'), node('worker', 'service'), node('cache', 'database'), node('db', 'database')]
    const { nodes } = layOut(all, [
      { from: 'web', to: 'db' },
      { from: 'worker', to: 'cache' },
    ])
    expect((nodes.get('db')?.y ?? 0) < (nodes.get('cache')?.y ?? 0)).toBe(true)
  })
  it('centers short columns', () => {
    const { nodes, height } = layOut([node('d', 'domain'), node('a', 'service'), node('b', 'service')], [])
    expect((nodes.get('d')?.y ?? 0) + nodeSize.height / 2).toBe(height / 2)
  })
  it('places the volume of a service next to it', () => {
    const all = [node('web', 'service'), node('db', 'database'), node('uploads', 'volume'), node('data', 'volume')]
    const { nodes } = layOut(all, [
      { from: 'web', to: 'uploads' },
      { from: 'db', to: 'data' },
    ])
    expect(nodes.get('uploads')?.x).toBe(nodes.get('db')?.x)
    expect(nodes.get('data')?.x).toBeGreaterThan(nodes.get('db')?.x ?? 0)
  })
  it('draws lines to the right only, between nodes that exist', () => {
    const all = [node('web', 'service'), node('worker', 'service'), node('db', 'database')]
    const { lines } = layOut(all, [
      { from: 'web', to: 'db' },
      { from: 'web', to: 'worker' },
      { from: 'web', to: 'gone' },
    ])
    expect(lines.map(({ from, to }) => `${from} ${to}`)).toEqual(['web db'])
    expect(lines[0]?.path).toMatch(/^M 208 /)
  })
})
