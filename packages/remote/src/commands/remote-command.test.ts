import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { parseOutput, readGroup, remoteCommandText } from './remote-command.ts'

const marker = 'ls-0123456789ab'

test('returns output, exit code, and process group, whatever start-up files print before', async () => {
  const text = `echo noise; echo noise >&2; ${remoteCommandText(['ls', '/nonexistent dir'], { marker, withSudo: false })}`
  const raw = await runIn(text)
  const output = parseOutput(raw, marker)
  expect(output.started).toBe(true)
  expect(output.exitCode).toBe(2)
  expect(output.stdout).toBe('')
  expect(output.stderr).toMatch(/^ls: cannot access '\/nonexistent dir'.*\n$/)
  expect(readGroup(raw.stderr, marker)).toBeGreaterThan(1)
})

test('keeps empty output and output without a last line break', async () => {
  const raw = await runIn(remoteCommandText(['printf', '%s', 'x'], { marker, withSudo: false }))
  expect(parseOutput(raw, marker)).toEqual({ started: true, stdout: 'x', stderr: '', exitCode: 0 })
})

test('runs eval as a program, not as a builtin', async () => {
  const raw = await runIn(remoteCommandText(['eval', 'echo executed'], { marker, withSudo: false }))
  expect(parseOutput(raw, marker)).toMatchObject({ exitCode: 127, stdout: '' })
})

test('a command that did not finish has no exit code', () => {
  const raw = { stdout: `${marker}\nhalf`, stderr: `${marker} 77\n` }
  expect(parseOutput(raw, marker)).toEqual({ started: true, stdout: 'half', stderr: '', exitCode: undefined })
  expect(parseOutput({ stdout: '', stderr: 'ssh: no' }, marker).started).toBe(false)
})

test('rejects a program name that is an option, an assignment, or has blanks', () => {
  for (const first of ['-c', 'A=B', 'a b', '', '$x', 'a;b'])
    expect(() => remoteCommandText([first], { marker, withSudo: false })).toThrow(TypeError)
})

test('uses sudo without a prompt as root, and ends its options before the program', () => {
  expect(remoteCommandText(['id'], { marker, withSudo: true })).toMatch(/ sudo -n -- id$/)
})

async function runIn(text: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const shell = execFile('dash', ['-s'], (_error, stdout, stderr) => resolve({ stdout, stderr }))
    shell.stdin?.end(text)
  })
}
