import { expect, test } from 'vitest'
import { defineCommand } from '../command.ts'
import { commandEntries, loadCommands } from '../command-table.ts'
import { completeWords } from './complete.ts'
import { toDotenv } from './dotenv.ts'
import { readPairs } from './pairs.ts'
import { parseLine, usageOf } from './parse.ts'
import { readSince } from './since.ts'

const commands = await loadCommands()
const parse = (line: string) => parseLine(line.split(' '), commands)

test('accepts options before and after the command', () => {
  for (const line of ['--json env set A=1 --plain', 'env set --plain A=1 --json']) {
    const { command, input } = parse(line)
    expect([command?.path, input.values.json, input.values.plain, input.positionals]).toEqual([
      'env set',
      true,
      true,
      ['A=1'],
    ])
  }
  expect(parse('--profile env whoami').command?.path).toBe('whoami')
})

test('does not parse arguments after --', () => {
  const { command, input } = parse('run web -- node --version --json')
  expect([command?.path, input.positionals, input.rest]).toEqual(['run', ['web'], ['node', '--version', '--json']])
})

test('reports missing, extra, and unknown arguments', () => {
  expect(() => parse('env unset')).toThrow('KEY is missing')
  expect(() => parse('whoami now')).toThrow('Unexpected argument “now”')
  expect(() => parse('deploy --nosuch')).toThrow('Unknown option "--nosuch".')
  expect(() => parse('completion tcsh')).toThrow('must be one of bash, zsh, fish')
  expect(() => parse('env set A=1 --scope never')).toThrow('--scope must be one of')
  expect(() => parse('whoami -- x')).toThrow('This command takes nothing after --')
  expect(parse('env').command).toBeUndefined()
})

test('every command has a unique path and a usage line', () => {
  expect(new Set(commands.map((each) => each.path)).size).toBe(commands.length)
  const command = defineCommand({
    path: 'env set',
    summary: '',
    arguments: [{ name: 'KEY', summary: '', isOptional: true, isMany: true }],
    run: async () => 0,
  })
  expect(usageOf(command)).toBe('longshore env set [KEY…]')
})

test('asks for names where only the instance knows them', () => {
  expect(completeWords(['project', 'show', 'sh'], commands)).toEqual({ words: [], names: 'PROJECT' })
  expect(completeWords(['deploy', '--env', ''], commands).names).toBe('ENVIRONMENT')
  expect(completeWords(['link', '--profile', 'x', ''], commands).names).toBe('PROJECT')
  expect(completeWords(['link', 'shop', ''], commands).names).toBe('ENVIRONMENT')
})

test('completes commands, options, and choices', () => {
  expect(completeWords(['de'], commands).words).toEqual(['deploy', 'deployment'])
  expect(completeWords(['env', ''], commands).words).toEqual(['list', 'set', 'unset', 'pull'])
  expect(completeWords(['--json', 'server', 'a'], commands).words).toEqual(['add'])
  expect(completeWords(['deploy', '--fo'], commands).words).toEqual(['--follow'])
  expect(completeWords(['env', 'set', '--scope', 'b'], commands).words).toEqual(['build', 'both'])
  expect(completeWords(['completion', ''], commands).words).toEqual(['bash', 'zsh', 'fish'])
  expect(completeWords(['run', '--', 'l'], commands).words).toEqual([])
  expect(completeWords(['complete'], commands).words).toEqual([])
})

test('quotes values of a .env file so that they parse to the same value', () => {
  const entries = [
    { key: 'PLAIN', value: 'https://a.example/x?y=1' },
    { key: 'WORD', value: 'a-b_c' },
    { key: 'DOLLAR', value: 'a $b "c"' },
    { key: 'LINES', value: "it's\ntwo \\ lines" },
    { key: 'HIDDEN', value: undefined },
  ]
  expect(toDotenv(entries)).toBe(
    `PLAIN='https://a.example/x?y=1'\nWORD=a-b_c\nDOLLAR='a $b "c"'\nLINES="it's\\ntwo \\\\ lines"\n# HIDDEN is secret\n`,
  )
})

test('parses pairs and times', () => {
  expect([...readPairs(['A=1=2', 'B='], 'x')]).toEqual([
    ['A', '1=2'],
    ['B', ''],
  ])
  expect(() => readPairs(['=x'], 'x')).toThrow('NAME=VALUE')
  expect(readSince('10m', Date.parse('2026-01-01T00:10:00Z'))).toBe('2026-01-01T00:00:00.000Z')
  expect(() => readSince('yesterday')).toThrow("isn't a time")
})

test('the table has the path of each command', async () => {
  for (const entry of commandEntries) expect((await entry.load()).path).toBe(entry.path)
})
