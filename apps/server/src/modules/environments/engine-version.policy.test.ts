import { expect, it } from 'vitest'
import { engineVersionOf, isSameMajor } from './engine-version.policy.ts'

it.each([
  ['postgres:17', '17'],
  ['postgres:17.6', '17.6'],
  ['postgres:17.6-alpine', '17.6'],
  ['pgvector/pgvector:pg17', '17'],
  ['pgvector/pgvector:0.8.1-pg18-trixie', '18'],
  ['timescale/timescaledb:latest-pg16', '16'],
  ['postgis/postgis:17-3.5', '17'],
  ['registry.example.com:5000/team/postgres:17.2', '17.2'],
  ['mariadb:11.4.3', '11.4.3'],
  ['redis:7-bookworm', '7'],
  ['postgres', null],
  ['postgres:latest', null],
  ['registry.example.com:5000/team/postgres', null],
  [`pgvector/pgvector@sha256:${'1'.repeat(64)}`, null],
])('%s has %s', (reference, version) => {
  expect(engineVersionOf(reference)).toBe(version)
})

it('compares major versions as the engine defines them', () => {
  expect(isSameMajor('postgres', '17', '17.6')).toBe(true)
  expect(isSameMajor('postgres', '17.6', '18')).toBe(false)
  expect(isSameMajor('mariadb', '11.4', '11.4.3')).toBe(true)
  expect(isSameMajor('mariadb', '11.4.3', '11.8.1')).toBe(false)
  expect(isSameMajor('redis', '7.2', '7.4.1')).toBe(true)
  expect(isSameMajor('redis', '7.2', null)).toBe(false)
})
