import { expect, test } from 'vitest'
import { detachedIds } from './detached-ids.ts'

const own = { hostname: 'shop.example.com', domainId: 'dom_1' }

test('detaches the redirects to the hostname with it, and restores the hostname first', () => {
  const domains = [
    { domainId: 'dom_2', settings: { redirectsTo: 'shop.example.com' } },
    { domainId: 'dom_1', settings: { redirectsTo: null } },
    { domainId: 'dom_3', settings: { redirectsTo: 'other.example.com' } },
  ]
  expect(detachedIds(domains, own)).toEqual(['dom_1', 'dom_2'])
})

test('leaves out automatic hostnames, which have no domain', () => {
  expect(detachedIds([{ domainId: null, settings: null }], own)).toEqual(['dom_1'])
})
