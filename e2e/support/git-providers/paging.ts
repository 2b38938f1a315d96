/** Paging in the format of each provider. */
import type { Asked } from './fake-git-provider.ts'

export interface Cut<Item> {
  items: Item[]
  page: number
  hasNext: boolean
}

export function cut<Item>(items: readonly Item[], asked: Asked, sizeName: string): Cut<Item> {
  const size = Math.min(Number(asked.query.get(sizeName) ?? 30), 100)
  const page = Number(asked.query.get('page') ?? 1)
  return { items: items.slice((page - 1) * size, page * size), page, hasNext: items.length > page * size }
}

export function pathWithPage(asked: Asked, page: number): string {
  const query = new URLSearchParams(asked.query)
  query.set('page', String(page))
  return `${asked.apiUrl}/${asked.segments.map(encodeURIComponent).join('/')}?${query}`
}
