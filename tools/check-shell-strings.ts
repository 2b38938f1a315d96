/** No shell strings: the rules in `tools/rules/*.shell.yml`, over every script of the tree. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readRules, scan } from './ast-grep.ts'
import { withoutExceptions } from './exceptions.ts'
import { finishCheck, type Seed } from './finish-check.ts'
import { listFiles } from './source-files.ts'

const imported = "import { execFile, spawn } from 'node:child_process'\n"

const forbidden: [rule: string, text: string][] = [
  ['no-exec', "import { exec } from 'node:child_process'\n"],
  ['no-exec', "import { execSync as start } from 'child_process'\n"],
  ['no-exec', "import { spawn, exec as e } from 'node:child_process'\n"],
  ['no-whole-child-process', "import * as cp from 'node:child_process'\n"],
  ['no-whole-child-process', "import cp from 'node:child_process'\n"],
  ['no-whole-child-process', "const cp = await import('node:child_process')\n"],
  ['no-whole-child-process', "const { exec } = require('child_process')\n"],
  ['no-whole-child-process', "export { exec } from 'node:child_process'\n"],
  ['no-whole-child-process', "process.getBuiltinModule('node:child_process')\n"],
  ['no-shell-option', `${imported}spawn('ls', [], { shell: true })\n`],
  ['no-shell-option', `${imported}spawn('ls', [], { stdio: 'pipe', shell: '/bin/sh' })\n`],
  ['no-shell-option', `${imported}spawn('ls', [], { shell })\n`],
  ['no-shell-option', 'const options = { shell: true }\n'],
  ['no-shell-program', `${imported}spawn('sh', ['-c', text])\n`],
  ['no-shell-program', `${imported}execFile('/bin/bash', ['-lc', text], {})\n`],
  ['no-shell-program', `${imported}spawn('bash', ['-e', '-c', text])\n`],
  ['no-shell-program', "const command = { Cmd: ['sh', '-c', text] }\n"],
  ['no-shell-program', "const words = ['docker', 'exec', id, 'sh', '-ec', text]\n"],
  ['no-shell-program', "start('docker', 'exec', id, 'sh', '-c', text)\n"],
  ['no-command-text', `${imported}spawn(\`ls \${folder}\`, [])\n`],
  ['no-command-text', `${imported}execFile('git ' + verb, [])\n`],
  ['no-command-text', `${imported}spawn('git log', [])\n`],
  ['no-command-text', `${imported}const run = promisify(execFile)\nrun(\`git \${verb}\`, ['x'])\n`],
]

/** Rules for code that reaches servers; the same text elsewhere is allowed. */
const forbiddenInRemote: [rule: string, text: string][] = [
  ['ssh-in-one-place', "import { spawn } from 'node:child_process'\n"],
  ['ssh-in-one-place', "import { startProgram } from '../ssh/programs.ts'\n"],
  ['ssh-in-one-place', "import { spawnProgram } from '@longshore/process/spawn-program'\n"],
  ['ssh-in-one-place', "spawn('ssh', ['-W', target])\n"],
  ['ssh-in-one-place', "execFile('/usr/bin/ssh-keyscan', [host])\n"],
  ['no-built-args', 'connection.run([`systemctl-${verb}`, unit], {})\n'],
  ['no-built-args', "connection.run(['ls' + suffix], {})\n"],
  ['no-built-args', "connection.run('ls -l', {})\n"],
  ['no-built-args', 'connection.run(`ls ${folder}`, {})\n'],
  ['no-built-args', "connection.run(text.split(' '), {})\n"],
  ['no-built-args', "this.#runner.run(['cat', names.join(' ')], {})\n"],
  ['no-built-args', "connection.run(['sudo', 'id'], {})\n"],
  ['no-built-args', "connection.run(['eval', text], {})\n"],
  ['no-built-args', 'engine.exec(id, [`${program}`], {})\n'],
]

const allowedInRemote = [
  "connection.run(['cat', path, `--x=${y}`], { asRoot: true })\n",
  "connection.run(['awk', '$1 ~ /^#/', names.join(',')], {})\n",
  'connection.run(words, {})\n',
]

/** Exemptions from a rule: tests compare with the real programs, and one file per package starts programs. */
const exempt: Record<string, RegExp> = {
  'ssh-in-one-place':
    /^(?!apps\/|packages\/)|\.test\.ts$|\/testing\/|^packages\/(?:(?:remote\/src\/ssh|source\/src)\/programs|process\/src\/(?:spawn|started)-program)\.ts$/,
}

/** Code that must not be mistaken for the patterns above. */
const allowed = [
  `${imported}execFile('git', ['log', \`--max-count=\${count}\`], { shell: false })\n`,
  `${imported}spawn(join(folder, 'initdb'), ['-D', data])\n`,
  "const match = /a(b)/.exec(text)\nawait db.exec('select 1')\n",
  "import { exec } from './container.ts'\nexec(['ls'])\n",
  "const user = { shell: '/bin/bash', name: 'deploy' }\n",
  "const words = ['psql', '-c', 'select 1']\n",
  'test.run(`a name with ${count}`, () => undefined)\n',
  "const shells = ['sh', 'bash']\n",
]

const rules = await readRules('.shell.yml')
const paths = await listFiles(/\.(ts|tsx|mts|js|mjs|cjs)$/)
if (!paths.includes('tools/check-shell-strings.ts')) throw new Error('the list of files lacks this file')
const found = (await scan(rules, paths)).filter((each) => !isExempt(each.rule, each.path))
const findings = await withoutExceptions(
  'shell-strings',
  found.map((each) => ({ path: each.path, rule: each.rule, text: `${each.path}:${each.line}: ${each.text}` })),
)
finishCheck('no-shell-strings', { findings, seeds: await seedFindings(), figures: { files: paths.length } })

function isExempt(rule: string, path: string): boolean {
  return exempt[rule]?.test(path) ?? false
}

async function seedFindings(): Promise<Seed[]> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-seeds-'))
  try {
    const cases = [
      ...forbidden.map(([rule, text], index) => ({ file: `bad-${index}.ts`, rule, text })),
      ...allowed.map((text, index) => ({ file: `good-${index}.ts`, rule: undefined, text })),
      ...forbiddenInRemote.map(([rule, text], index) => ({
        file: `packages/remote/src/x/bad-${index}.ts`,
        rule,
        text,
      })),
      ...allowedInRemote.map((text, index) => ({
        file: `packages/remote/src/x/good-${index}.ts`,
        rule: undefined,
        text,
      })),
      {
        file: 'packages/remote/src/ssh/other.ts',
        rule: 'ssh-in-one-place',
        text: "import { spawn } from 'node:child_process'\n",
      },
      {
        file: 'packages/source/src/git/other.ts',
        rule: 'ssh-in-one-place',
        text: "import { spawn } from 'node:child_process'\n",
      },
      { file: 'bad.tsx', rule: 'no-shell-option', text: "const a = <b />\nspawn('ls', [], { shell: true })\n" },
      { file: 'bad.mjs', rule: 'no-exec', text: "import { exec } from 'node:child_process'\n" },
    ]
    for (const each of cases) {
      await mkdir(dirname(join(folder, each.file)), { recursive: true })
      await writeFile(join(folder, each.file), each.text)
    }
    const names = cases.map((each) => each.file)
    const matches = (await scan(rules, names, folder)).filter((each) => !isExempt(each.rule, each.path))
    return cases.map((each) => {
      const caughtBy = matches.filter((match) => match.path === each.file).map((match) => match.rule)
      if (each.rule === undefined)
        return {
          what: `harmless text, wrongly taken for a finding (${each.text.trim()})`,
          caught: caughtBy.length === 0,
        }
      return { what: `violation of ${each.rule} (${each.text.trim()})`, caught: caughtBy.includes(each.rule) }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
