import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { runCli } from './run-cli.ts'

async function run(...args: string[]) {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString()
        done()
      },
    })
  const code = await runCli(args, {
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    environment: { NO_COLOR: '1' },
    directory: '/',
    onInterrupt: () => ({ [Symbol.dispose]: () => undefined }),
  })
  return { code, ...written }
}

test('--version prints the version and nothing else', async () => {
  expect(await run('--version')).toEqual({ code: 0, stdout: `longshore ${packageJson.version}\n`, stderr: '' })
})

test('reports an unknown command with a suggestion', async () => {
  const { code, stderr } = await run('deplyo')
  expect(code).toBe(2)
  expect(stderr).toContain('Unknown command "deplyo". Did you mean "deploy"?')
})

test('reports an unknown command without a suggestion if none is similar', async () => {
  expect((await run('xyzzy')).stderr).toContain('Unknown command "xyzzy".')
  expect((await run('xyzzy')).stderr).not.toContain('Did you mean')
})

test('reports an unknown option with a suggestion', async () => {
  const { code, stderr } = await run('deploy', '--folow')
  expect(code).toBe(2)
  expect(stderr).toContain('Unknown option "--folow". Did you mean "--follow"?')
})

test('reports an unknown option without a suggestion if none is similar', async () => {
  expect((await run('deploy', '--xyzzy')).stderr).not.toContain('Did you mean')
})
