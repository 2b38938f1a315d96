import type { AttachedDomain, CertificateState, Environment } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { mainDomain } from './main-domain.ts'

type UrlOf = Environment['domains'][number]
const automatic = { hostname: 'shop.203-0-113-7.sslip.io', origin: 'automatic', settings: null } as UrlOf

/** Only the fields that the code reads. */
function custom(hostname: string, certificate: CertificateState['status'], redirectsTo: string | null = null): UrlOf {
  const ssl = { mode: 'auto', certificate: null, state: { status: certificate } }
  const settings = { state: { status: 'loaded' }, ssl, redirectsTo } as AttachedDomain
  return { hostname, origin: 'domain', settings } as UrlOf
}
const hostnameOf = (...domains: UrlOf[]) => mainDomain({ domains })?.hostname

test('links the automatic hostname until a custom domain works', () => {
  expect(hostnameOf(custom('shop.example.com', 'pending'), automatic)).toBe(automatic.hostname)
  expect(hostnameOf(automatic, custom('shop.example.com', 'active'))).toBe('shop.example.com')
})

test('prefers a domain that works, and skips redirects', () => {
  const redirect = custom('www.example.com', 'active', 'example.com')
  expect(hostnameOf(redirect, custom('a.example.com', 'failed'), custom('example.com', 'renewing'))).toBe('example.com')
})

test('links the first domain if none is known to work', () => {
  expect(hostnameOf(custom('shop.example.com', 'pending'))).toBe('shop.example.com')
  expect(hostnameOf()).toBeUndefined()
})
