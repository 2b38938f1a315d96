import { analyze } from '@longshore/analyzer'
import { treeOf } from '@longshore/analyzer/tree'
import { expect, test } from 'vitest'
import { withScopes } from './input-scopes.policy.ts'

const inputs = [
  { key: 'DATABASE_PASSWORD', scope: 'reference' },
  { key: 'TOKEN', scope: 'reference' },
] as const

async function scopesOf(environment: string) {
  const report = await analyze(
    treeOf({
      'compose.yaml': `services:
  web:
    image: app:1
    environment: { DATABASE_HOST: db, ${environment} }
  db:
    image: postgres:17
    environment: { POSTGRES_PASSWORD: "\${DATABASE_PASSWORD}" }`,
    }),
  )
  return Object.fromEntries(withScopes(inputs, report).map(({ key, scope }) => [key, scope]))
}

test('a container reads an input under its own name, or gets it inside another value', async () => {
  expect(await scopesOf('TOKEN: "${TOKEN}"')).toMatchObject({ TOKEN: 'runtime' })
  expect(await scopesOf('HEADER: "Bearer ${TOKEN}"')).toMatchObject({ TOKEN: 'reference' })
})

test('the password of a database of Longshore is not an input, whatever its name', async () => {
  expect(await scopesOf('PASSWORD: "${DATABASE_PASSWORD}"')).toMatchObject({ DATABASE_PASSWORD: 'reference' })
  expect(await scopesOf('DATABASE_PASSWORD: "${DATABASE_PASSWORD}"')).not.toHaveProperty('DATABASE_PASSWORD')
})
