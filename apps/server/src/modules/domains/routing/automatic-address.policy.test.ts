import { expect, it } from 'vitest'
import { addressLabel, automaticRoutes, domainOf, serviceLabel } from './automatic-address.policy.ts'

const id = 'env_01h455vb4pex5vsknk084sn02q'
const none = { baseDomain: null, v4: null, v6: null, addressDomain: 'sslip.io' }

it('a label contains the names and the end of the id', () => {
  expect(addressLabel({ projectSlug: 'shop', slug: 'production', id })).toBe('shop-production-4sn02q')
})

it('labels are valid whatever the names are', () => {
  const label = addressLabel({ projectSlug: 'p'.repeat(40), slug: `${'s'.repeat(15)}-${'t'.repeat(30)}`, id })
  for (const each of [label, serviceLabel(label, 'w'.repeat(63)), serviceLabel('a-bcdefg', 'web')]) {
    expect(each).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    expect(each).not.toContain('--')
  }
})

it('long service names with the same prefix get different labels', () => {
  const label = addressLabel({ projectSlug: 'p'.repeat(40), slug: 'production', id })
  const names = ['a', 'b'].map((end) => serviceLabel(label, `${'x'.repeat(60)}${end}`))
  expect(new Set(names).size).toBe(2)
})

it("a base domain wins over the server's IP address, IPv4 over IPv6", () => {
  expect(domainOf({ ...none, baseDomain: 'apps.example.com', v4: '203.0.113.7' })).toBe('apps.example.com')
  expect(domainOf({ ...none, v4: '203.0.113.7', v6: '2001:db8::1' })).toBe('203-0-113-7.sslip.io')
  expect(domainOf({ ...none, v6: '2001:db8::' })).toBe('2001-db8--0.sslip.io')
  expect(domainOf({ ...none, v6: '::1' })).toBe('0--1.sslip.io')
})

it('no automatic hostname without a domain for it', () => {
  expect(domainOf(none)).toBeNull()
  expect(domainOf({ ...none, v4: '203.0.113.7', addressDomain: null })).toBeNull()
})

it('the service that had the plain label keeps it', () => {
  const place = { label: 'shop-abcdef', domain: 'example.com' }
  expect(automaticRoutes(['api', 'web'], { ...place, first: 'web' })).toEqual([
    { service: 'api', hostname: 'api-shop-abcdef.example.com' },
    { service: 'web', hostname: 'shop-abcdef.example.com' },
  ])
  expect(automaticRoutes(['api', 'web'], { ...place, first: 'gone' })[0]?.hostname).toBe('shop-abcdef.example.com')
})
