/** All commands, in the order of help. */
import type { Command } from './command.ts'
import { backupList } from './commands/backup-list.ts'
import { backupNow } from './commands/backup-now.ts'
import { backupRestore } from './commands/backup-restore.ts'
import { cancel } from './commands/cancel.ts'
import { completion, createCompleteWords } from './commands/completion.ts'
import { db } from './commands/db.ts'
import { deploy } from './commands/deploy.ts'
import { domainAdd } from './commands/domain-add.ts'
import { domainList } from './commands/domain-list.ts'
import { domainVerify } from './commands/domain-verify.ts'
import { envList } from './commands/env-list.ts'
import { envPull } from './commands/env-pull.ts'
import { envSet } from './commands/env-set.ts'
import { envUnset } from './commands/env-unset.ts'
import { fix } from './commands/fix.ts'
import { createHelp } from './commands/help.ts'
import { init } from './commands/init.ts'
import { link, unlink } from './commands/link.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { logs } from './commands/logs.ts'
import { mcp } from './commands/mcp.ts'
import { open } from './commands/open.ts'
import { profileList, profileUse } from './commands/profiles.ts'
import { rollback } from './commands/rollback.ts'
import { run } from './commands/run.ts'
import { serverAdd } from './commands/server-add.ts'
import { serverHarden } from './commands/server-harden.ts'
import { serverList } from './commands/server-list.ts'
import { serverTest } from './commands/server-test.ts'
import { status } from './commands/status.ts'
import { tokenCreate } from './commands/token-create.ts'
import { tokenList } from './commands/token-list.ts'
import { tokenRevoke } from './commands/token-revoke.ts'
import { whoami } from './commands/whoami.ts'

const listed: readonly Command[] = [
  login,
  logout,
  whoami,
  profileList,
  profileUse,
  link,
  unlink,
  status,
  open,
  deploy,
  logs,
  rollback,
  cancel,
  fix,
  envList,
  envSet,
  envUnset,
  envPull,
  run,
  db,
  serverList,
  serverAdd,
  serverTest,
  serverHarden,
  domainList,
  domainAdd,
  domainVerify,
  backupNow,
  backupList,
  backupRestore,
  tokenCreate,
  tokenList,
  tokenRevoke,
  init,
  mcp,
  completion,
]

export const commands: readonly Command[] = [...listed, createHelp(() => commands), createCompleteWords(() => commands)]
