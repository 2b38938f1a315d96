import { expect, test } from 'vitest'
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

test('keeps the command of a tool that gets a URL', () => {
  const command = 'etcdctl --endpoints=http://127.0.0.1:2379 endpoint health'
  expect(fromCommand(command)).toMatchObject({ type: 'command', path: null, command })
})
