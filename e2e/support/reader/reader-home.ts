/** The home folder of a reader: a clone of the app, an SSH key, and a sign-in of the CLI that is linked to the environment. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustAsk } from '../servers.ts'
import type { NeedsContext } from './needs.ts'
import type { Shell } from './shell.ts'

const openApi = join(import.meta.dirname, '../../../apps/server/openapi.json')

export async function prepareHome(context: NeedsContext, shell: Shell, home: string): Promise<{ token: string }> {
  const { testEnv, repository, gitUser, ids, instance } = context
  const body = { name: 'laptop', scopes: await readScopes() }
  const { token } = await mustAsk<{ token: string }>(context, 'POST', '/api-tokens', body)
  shell.set('LONGSHORE_URL', instance.url)
  shell.set('LONGSHORE_TOKEN', token)
  for (const [name, id] of ids) shell.set(name, id)
  const who = '[user]\n  name = Ada\n  email = ada@example.com\n'
  await writeFile(join(home, '.gitconfig'), `${who}[credential]\n  helper = store\n`)
  const { host } = new URL(testEnv.gitea.url)
  const credentials = `http://${gitUser.login}:${gitUser.password}@${host}\n`
  await writeFile(join(home, '.git-credentials'), credentials, { mode: 0o600 })
  await shell.run(`mkdir -p ~/.ssh && git clone --quiet ${repository.url}.git .`)
  await writeFile(join(home, '.ssh/id_ed25519'), testEnv.target.keys.root.privateKey, { mode: 0o600 })
  if (ids.has('ENVIRONMENT')) await shell.run('longshore link shop production >/dev/null')
  return { token }
}

/** All that a token can have. */
async function readScopes(): Promise<string[]> {
  const { components } = JSON.parse(await readFile(openApi, 'utf8'))
  return components.schemas.CreateApiTokenRequest.properties.scopes.items.enum
}
