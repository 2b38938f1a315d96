/**
 * The terminal of a reader: blocks run in order, each as a file that Bash stops at the first failure. Variables, functions,
 * and the folder carry over to the next block, as in a terminal.
 */
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const maxShown = 1_500
const timeoutMs = 300_000
const script = `#!/usr/bin/env bash
set -euo pipefail
state=$READER_STATE block=$READER_BLOCK
source "$state"
set -a
source "$block"
set +a
{ export -p | grep -v READER_; printf "cd %q\\n" "$PWD"; } >"$state"`

export interface RunOptions {
  readonly inTerminal?: boolean
  readonly onOpen?: (url: string) => Promise<void>
  readonly password?: string
}

export interface Shell {
  /** The reader's folder with the app. */
  readonly folder: string
  set(name: string, value: string): void
  /**
   * Throws with the end of the output if the block fails. `inTerminal`: with a terminal, so that programs open the browser,
   * and ask for the password; `onOpen` gets the URL.
   */
  run(block: string, options?: RunOptions): Promise<string>
  writeFile(name: string, text: string): Promise<void>
}

export async function openShell(home: string, folder: string): Promise<Shell> {
  const programs = join(home, 'bin')
  await mkdir(programs, { recursive: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(programs, 'longshore'), `#!/bin/sh\nexec "${join(root, 'bin/longshore')}" "$@"\n`, {
    mode: 0o755,
  })
  const opener = join(programs, 'open-page')
  await writeFile(opener, '#!/bin/sh\nprintf %s "$1" >"$HOME/.opened"\n', { mode: 0o755 })
  const variables = new Map<string, string>()
  const state = join(home, '.state')
  await writeFile(state, `cd ${folder}\n`)
  const runner = join(programs, 'run-block')
  await writeFile(runner, script, { mode: 0o755 })
  let count = 0
  return {
    folder,
    set: (name, value) => void variables.set(name, value),
    async run(block, { inTerminal = false, onOpen = async () => undefined, password } = {}) {
      count += 1
      const file = join(home, `.block-${count}.sh`)
      await writeFile(file, block)
      // Nothing of the user who runs the suite: neither sign-ins nor settings.
      const env = {
        PATH: [programs, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
        LONGSHORE_CACHE: process.env.LONGSHORE_CACHE ?? '',
        ...{ HOME: home, NO_COLOR: '1', GIT_TERMINAL_PROMPT: '0', ...Object.fromEntries(variables) },
        BROWSER: opener,
      }
      const opening = inTerminal ? waitForOpening(home, onOpen) : undefined
      try {
        return await runFile({ runner, file, state, env, cwd: folder, inTerminal, password })
      } finally {
        opening?.stop()
      }
    },
    async writeFile(name, text) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), `${text}\n`)
    },
  }
}

interface Run {
  readonly runner: string
  readonly file: string
  readonly state: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly inTerminal: boolean
  readonly password: string | undefined
}

/** A program opened a page in the browser: it waits in a file. */
function waitForOpening(home: string, onOpen: (url: string) => Promise<void>): { stop(): void } {
  const file = join(home, '.opened')
  const timer = setInterval(async () => {
    const url = await readFile(file, 'utf8').catch(() => '')
    if (url === '') return
    clearInterval(timer)
    await onOpen(url).catch((error: unknown) => console.error(`  the opened page: ${String(error)}`))
  }, 200)
  return { stop: () => clearInterval(timer) }
}

async function runFile({ runner, file, state, env, cwd, inTerminal, password }: Run): Promise<string> {
  const variables = { ...env, READER_STATE: state, READER_BLOCK: file, READER_RUNNER: runner }
  const [program, ...args] = inTerminal ? ['script', '-qefc', '"$READER_RUNNER"', '/dev/null'] : [runner]
  const options = { cwd, env: variables, timeout: timeoutMs, maxBuffer: 16 << 20 }
  return await new Promise((resolve, reject) => {
    const child = execFile(program ?? runner, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(`exit code ${error.code ?? error.signal}: ${(stdout + stderr).trim().slice(-maxShown)}`))
    })
    if (inTerminal && password !== undefined) answer(child, password)
    else child.stdin?.end()
  })
}

/** Types the password whenever a program asks for it. */
function answer(child: ChildProcess, password: string): void {
  let shown = ''
  child.stdout?.on('data', (part: string) => {
    shown += part
    if (!/Password: $/.test(shown)) return
    shown = ''
    child.stdin?.write(`${password}\n`)
  })
}
