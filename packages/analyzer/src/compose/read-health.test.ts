import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'
import { fromCommand } from './read-health.ts'

test.each([
  ['curl -f http://localhost:3000/health || exit 1', '/health'],
  [
    `perl -MMojo::UserAgent -e 'exit !Mojo::UserAgent->new->get("http://127.0.0.1:3005/status")->res->is_success'`,
    '/status',
  ],
  [`ruby -rnet/http -e 'Net::HTTP.get(URI("http://localhost:3000/up"))'`, '/up'],
  [`php -r 'file_get_contents("http://127.0.0.1/ping") || exit(1);'`, '/ping'],
  [`deno eval 'await fetch("http://localhost:8000")'`, '/'],
])('turns a program that requests a page into an HTTP check: %s', (command, path) => {
  expect(fromCommand(command)).toMatchObject({ type: 'http', path, command: null })
})

test('a check that the file turns off replaces that of the Dockerfile', async () => {
  const files = (check: string) => ({
    'compose.yaml': `services: { app: { build: ., ports: ["80:80"], healthcheck: ${check} } }`,
    Dockerfile: 'FROM nginx\nHEALTHCHECK CMD curl -f http://localhost/up\n',
  })
  const checkOf = async (check: string) => (await analyze(treeOf(files(check)))).services[0]?.healthCheck
  expect(await checkOf('{}')).toMatchObject({ type: 'http', path: '/up' })
  expect(await checkOf('{ disable: true }')).toBeNull()
})

test('keeps the command of a tool that gets a URL', () => {
  const command = 'etcdctl --endpoints=http://127.0.0.1:2379 endpoint health'
  expect(fromCommand(command)).toMatchObject({ type: 'command', path: null, command })
})

test.each([
  ['["CMD", "app", "check", "a b"]', ['app', 'check', 'a b']],
  ['["CMD-SHELL", "app check || exit 1"]', 'app check || exit 1'],
  ['app check', 'app check'],
  ['["CMD", "pg_isready", "-U", "${DB_USER}"]', 'pg_isready -U "${DB_USER}"'],
  ['["CMD", "pg_isready", "-U", "${DB_USER:-app}"]', ['pg_isready', '-U', 'app']],
])('a list needs no shell, unless one has to resolve a variable: %s', async (check, command) => {
  const text = `services:\n  app:\n    image: example/app:1\n    healthcheck:\n      test: ${check}\n`
  const [service] = (await analyze(treeOf({ 'compose.yaml': text }))).services
  expect(service?.healthCheck).toMatchObject({ type: 'command', command })
})
