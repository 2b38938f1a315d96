import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '../apps/dashboard/src/navigation/paths.ts'
import { pageLinks } from '../apps/server/src/platform/links/page-links.policy.ts'

const source = join(import.meta.dirname, '../apps/dashboard/src')
/** Paths of all routes, with `$name` for parameters. Those of an environment are below its own path. */
const routes = globSync('features/**/*{routes,route}.ts', { cwd: source }).flatMap((file) => {
  const text = readFileSync(join(source, file), 'utf8')
  const prefix = /getParentRoute: \(\) => environmentRoute/.test(text) ? '/environments/$environmentId' : ''
  return [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => `${prefix}${path}`.replace(/(?<=.)\/$/, ''))
})

function isRoute(path: string): boolean {
  const parts = path.split('/')
  return routes.some((route) => {
    const expected = route.split('/')
    return expected.length === parts.length && expected.every((part, at) => part.startsWith('$') || part === parts[at])
  })
}

const samples = ['one', 'two']
const opened = Object.entries(pageLinks).map(([name, build]) => {
  const [path = ''] = build(samples[0] ?? '', samples[1] ?? '').path.split('#')
  return [name, path] as const
})

test('finds all routes', () => {
  expect(routes.length).toBeGreaterThan(30)
  expect(isRoute('/nothing/here')).toBe(false)
})

test.each(opened)('the link %s of messages and mails opens a page: %s', (name, path) => {
  expect(isRoute(path)).toBe(true)
  const built = Object.entries(paths).find(([each]) => each === name)?.[1]
  expect(built?.('one', 'two')).toBe(path)
})

test.each(Object.entries(paths))('the path %s of the dashboard is a page', (_name, build) => {
  expect(isRoute(build('one', 'two'))).toBe(true)
})
