import { expect, test } from 'vitest'
import { databaseFacts } from './database-access.policy.ts'

const login = { username: 'app', databaseName: 'shop', password: 'p@ss' }

test('describes a database inside the network of its environment and at the end of a tunnel', () => {
  const facts = databaseFacts({ name: 'db', kind: 'mariadb', loopbackPort: 13_306 }, login)
  expect(facts).toMatchObject({
    ...login,
    host: 'db',
    port: 3_306,
    url: 'mysql://app:p%40ss@db:3306/shop',
    tunnelUrl: 'mysql://app:p%40ss@127.0.0.1:13306/shop',
  })
  expect(facts.variables).toMatchObject({ DATABASE_URL: facts.url, DB_URL: facts.url, MYSQL_PASSWORD: 'p@ss' })
})

test('has no URL for a tunnel without a port', () => {
  expect(databaseFacts({ name: 'cache', kind: 'redis', loopbackPort: null }, login)).toMatchObject({
    url: 'redis://:p%40ss@cache:6379/0',
    tunnelUrl: null,
  })
})
