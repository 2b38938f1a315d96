/** All commands, in the order of help. Each file is loaded when its command is used, so that the program starts fast. */
import type { Command } from './command.ts'

export interface CommandEntry {
  readonly path: string
  load(): Promise<Command>
}

export const commandEntries: readonly CommandEntry[] = [
  { path: 'login', load: async () => (await import('./commands/login.ts')).login },
  { path: 'logout', load: async () => (await import('./commands/logout.ts')).logout },
  { path: 'whoami', load: async () => (await import('./commands/whoami.ts')).whoami },
  { path: 'profile list', load: async () => (await import('./commands/profiles.ts')).profileList },
  { path: 'profile use', load: async () => (await import('./commands/profiles.ts')).profileUse },
  { path: 'link', load: async () => (await import('./commands/link.ts')).link },
  { path: 'unlink', load: async () => (await import('./commands/link.ts')).unlink },
  { path: 'status', load: async () => (await import('./commands/status.ts')).status },
  { path: 'open', load: async () => (await import('./commands/open.ts')).open },
  { path: 'deploy', load: async () => (await import('./commands/deploy.ts')).deploy },
  { path: 'logs', load: async () => (await import('./commands/logs.ts')).logs },
  { path: 'rollback', load: async () => (await import('./commands/rollback.ts')).rollback },
  { path: 'cancel', load: async () => (await import('./commands/cancel.ts')).cancel },
  { path: 'fix', load: async () => (await import('./commands/fix.ts')).fix },
  { path: 'env list', load: async () => (await import('./commands/env-list.ts')).envList },
  { path: 'env set', load: async () => (await import('./commands/env-set.ts')).envSet },
  { path: 'env unset', load: async () => (await import('./commands/env-unset.ts')).envUnset },
  { path: 'env pull', load: async () => (await import('./commands/env-pull.ts')).envPull },
  { path: 'run', load: async () => (await import('./commands/run.ts')).run },
  { path: 'db', load: async () => (await import('./commands/db.ts')).db },
  { path: 'server list', load: async () => (await import('./commands/server-list.ts')).serverList },
  { path: 'server add', load: async () => (await import('./commands/server-add.ts')).serverAdd },
  { path: 'server test', load: async () => (await import('./commands/server-test.ts')).serverTest },
  { path: 'server harden', load: async () => (await import('./commands/server-harden.ts')).serverHarden },
  { path: 'domain list', load: async () => (await import('./commands/domain-list.ts')).domainList },
  { path: 'domain add', load: async () => (await import('./commands/domain-add.ts')).domainAdd },
  { path: 'domain verify', load: async () => (await import('./commands/domain-verify.ts')).domainVerify },
  { path: 'backup now', load: async () => (await import('./commands/backup-now.ts')).backupNow },
  { path: 'backup list', load: async () => (await import('./commands/backup-list.ts')).backupList },
  { path: 'backup restore', load: async () => (await import('./commands/backup-restore.ts')).backupRestore },
  { path: 'token create', load: async () => (await import('./commands/token-create.ts')).tokenCreate },
  { path: 'token list', load: async () => (await import('./commands/token-list.ts')).tokenList },
  { path: 'token revoke', load: async () => (await import('./commands/token-revoke.ts')).tokenRevoke },
  { path: 'init', load: async () => (await import('./commands/init.ts')).init },
  { path: 'mcp', load: async () => (await import('./commands/mcp.ts')).mcp },
  { path: 'completion', load: async () => (await import('./commands/completion.ts')).completion },
  { path: 'help', load: async () => (await import('./commands/help.ts')).createHelp(loadCommands) },
  {
    path: 'complete-words',
    load: async () => (await import('./commands/completion.ts')).createCompleteWords(loadCommands),
  },
]

export async function loadCommands(): Promise<readonly Command[]> {
  return await Promise.all(commandEntries.map((entry) => entry.load()))
}
