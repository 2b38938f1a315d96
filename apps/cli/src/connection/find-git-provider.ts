import type { Client, GitProvider } from '@longshore/sdk'
import { listGitProviders } from '@longshore/sdk/operations'
import { CliError } from '../exit-codes.ts'
import { collectItems } from './collect-items.ts'
import { findNamed } from './find-named.ts'

const spec = {
  noun: 'Git provider connection',
  namesOf: ({ kind, accountLogin }: GitProvider) => [kind, accountLogin, `${kind}/${accountLogin}`],
  see: 'longshore git list',
}

/** Finds a Git provider connection by ID, kind, account, or KIND/ACCOUNT. Without a name: the only one. */
export async function findGitProvider(client: Client, asked: string | undefined): Promise<GitProvider> {
  if (asked !== undefined) return await findNamed(client.items(listGitProviders), asked, spec)
  const [only, other] = await collectItems(client.items(listGitProviders))
  if (only === undefined)
    throw new CliError('notFound', 'No Git provider is connected.', 'Connect one: longshore git connect github')
  if (other !== undefined)
    throw new CliError('usage', 'Which Git provider?', 'Use --provider NAME. See: longshore git list')
  return only
}
