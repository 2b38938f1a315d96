import type { LoginUser } from './evidence.ts'
import { homeFiles } from './paths.ts'
import type { ReadCommand } from './read-command.ts'

const noLogin = /(nologin|false|sync)$/
const plainPath = /^\/[A-Za-z0-9._/-]{1,200}$/

/** Lists accounts that can sign in. `passwd -S` shows whether there is a password without revealing its hash. */
export async function readUsers(ask: ReadCommand): Promise<LoginUser[]> {
  const states = new Map<string, string>()
  for (const line of (await ask(['passwd', '-S', '-a'], { asRoot: true })).stdout.split('\n')) {
    const [name, state] = line.split(' ')
    if (name !== undefined && state !== undefined) states.set(name, state)
  }
  const rows = (await ask(['getent', 'passwd'])).stdout.split('\n').map((line) => line.split(':'))
  const candidates = rows.flatMap(([name = '', , , , , home = '', shell = '']) =>
    name !== '' && plainPath.test(home) && shell !== '' && !noLogin.test(shell) ? [{ name, home }] : [],
  )
  const keyFiles = candidates.map((each) => homeFiles(each.home)[2] ?? '')
  const found = keyFiles.length === 0 ? '' : (await ask(['find', ...keyFiles, '-size', '+0'], { asRoot: true })).stdout
  const withKeys = new Set(found.split('\n'))
  return candidates.map(({ name, home }) => ({
    name,
    home,
    hasPassword: states.get(name) === 'P',
    hasKeys: withKeys.has(homeFiles(home)[2] ?? ''),
  }))
}
