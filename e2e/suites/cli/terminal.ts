/** A real terminal: tmux on its own socket, with a shell. Its screens show what a user would see. */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { option } from '../../support/command-line.ts'

const run = promisify(execFile)
const waitMs = 90_000
/** `--screens FOLDER` keeps them. */
const keptIn = option('screens')

export interface Terminal extends AsyncDisposable {
  /** Types the text and presses Enter. */
  type(text: string): Promise<void>
  /** Types the text only. */
  write(text: string): Promise<void>
  key(name: string): Promise<void>
  screen(): Promise<string>
  /** Waits for the first screen that contains the text, and stores it under this name. */
  waitFor(what: RegExp, name?: string): Promise<string>
}

export async function openTerminal(options: {
  environment: Record<string, string>
  directory: string
  /** Shell with its arguments. */
  program?: readonly string[]
}): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-tmux-'))
  const env = { ...options.environment, TMUX_TMPDIR: folder, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', PS1: '$ ' }
  const tmux = async (...args: string[]) => (await run('tmux', ['-u', '-f', '/dev/null', ...args], { env })).stdout
  const shell = options.program ?? ['bash', '--norc', '--noprofile']
  await tmux('new-session', '-d', '-x', '110', '-y', '40', '-c', options.directory, ...shell)
  const terminal: Terminal = {
    async type(text) {
      await tmux('send-keys', '-l', text)
      await tmux('send-keys', 'Enter')
    },
    write: async (text) => void (await tmux('send-keys', '-l', text)),
    key: async (name) => void (await tmux('send-keys', name)),
    screen: () => tmux('capture-pane', '-p'),
    async waitFor(what, name) {
      for (const deadline = Date.now() + waitMs; ; await delay(100)) {
        const screen = await terminal.screen()
        if (what.test(screen)) {
          if (name !== undefined && keptIn !== undefined) await writeFile(join(keptIn, `${name}.txt`), screen)
          return screen
        }
        if (Date.now() > deadline) throw new Error(`the terminal never shows ${what}:\n${screen.trimEnd()}`)
      }
    },
    async [Symbol.asyncDispose]() {
      await tmux('kill-server').catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return terminal
}
