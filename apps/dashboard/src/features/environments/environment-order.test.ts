import { expect, test } from 'vitest'
import { orderEnvironments, promotionSource } from './environment-order.ts'

const at = (name: string, createdAt: string, isPreview = false) => ({
  name,
  createdAt,
  preview: isPreview ? { number: 1, url: 'https://git.example.com/1', expiresAt: '2026-01-09T00:00:00Z' } : null,
})
const [production, staging, dev] = [at('production', '2'), at('staging', '3'), at('dev', '1')]
const all = [staging, at('pr-1', '0', true), dev, production]

test('shows production first, then the oldest, and no previews', () =>
  expect(orderEnvironments(all).map(({ name }) => name)).toEqual(['production', 'dev', 'staging']))

test('promotes from the oldest to the newest, and to production last', () => {
  expect(promotionSource(all, production)).toBe(staging)
  expect(promotionSource(all, staging)).toBe(dev)
  expect(promotionSource(all, dev)).toBeUndefined()
})
