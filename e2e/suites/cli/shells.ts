/** Asks bash, zsh, and fish for completions of a command, an option, and the name of a project. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { binFolder, type CliTestEnv } from '../../support/cli/cli.ts'
import type { ServersContext } from '../../support/servers.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const run = promisify(execFile)
type Cli = CliTestEnv<ServersContext>

/** Typed text, and the line that the Tab key makes of it. */
const cases = [
  { typed: 'longshore rollb', completed: 'longshore rollback' },
  { typed: 'longshore deploy --clear', completed: 'longshore deploy --clear-cache' },
  { typed: 'longshore project show sho', completed: 'longshore project show shop' },
] as const

export async function completeInShells(cli: Cli): Promise<void> {
  const { testEnv, call, environment, directory } = cli
  const { report } = testEnv
  const env = { ...environment, PATH: `${binFolder}:${environment.PATH}` }
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout: script, code } = await call(['completion', shell])
    report.expect(code === 0, `completion ${shell}`)
    await writeFile(join(directory, `completion.${shell}`), script)
    const parsed = await run(shell, ['-n', `completion.${shell}`], { env, cwd: directory }).catch(
      (error: Error) => error,
    )
    report.expect(!(parsed instanceof Error), `${shell} reads the script: ${String(parsed)}`)
  }
  const options = { environment: env, directory }
  await pressTab(cli, { ...options, program: ['bash', '--norc', '--noprofile'], load: 'source completion.bash' })
  const load = 'autoload -Uz compinit && compinit -u -D && source completion.zsh'
  await pressTab(cli, { ...options, program: ['zsh', '-f'], load })
  for (const { typed, completed } of cases) {
    const asked = `source completion.fish; complete -C ${JSON.stringify(typed)}`
    const { stdout } = await run('fish', ['--no-config', '-c', asked], { env, cwd: directory })
    const word = completed.split(' ').at(-1)
    report.expect(stdout.split('\n').includes(word ?? ''), `fish completes “${typed}”: ${JSON.stringify(stdout)}`)
  }
}

interface ShellOptions {
  readonly environment: Record<string, string>
  readonly directory: string
  readonly program: readonly string[]
  /** Command that loads the script. */
  readonly load: string
}

async function pressTab({ testEnv: { report } }: Cli, { load, ...options }: ShellOptions): Promise<void> {
  await using terminal = await openTerminal(options)
  await terminal.type(`${load}; echo loaded-$?`)
  await terminal.waitFor(/^loaded-0/m)
  for (const { typed, completed } of cases) {
    const screen = await completedLine(terminal, typed, completed)
    report.expect(screen.includes(completed), `${options.program[0]} completes “${typed}”:\n${screen}`)
    await terminal.key('C-u')
  }
}

async function completedLine(terminal: Terminal, typed: string, completed: string): Promise<string> {
  await terminal.write(typed)
  await terminal.key('Tab')
  return await terminal.waitFor(new RegExp(completed)).catch(() => terminal.screen())
}
