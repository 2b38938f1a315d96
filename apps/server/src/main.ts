/**
 * `longshore-server COMMAND`: the entry point of the image.
 *
 * Decision: docs/decisions/0006-no-build-step.md
 */
import { CommandError } from './commands/command-error.ts'
import { ConfigError } from './config.ts'

const commands: Record<string, { summary: string; run: (args: string[]) => Promise<void> }> = {
  init: {
    summary: '[FOLDER] [--url ADDRESS]: write compose.yaml, .env and keys of an instance',
    run: async (args) => (await import('./commands/init-folder.ts')).initFolder(args),
  },
  api: { summary: 'serve the API', run: async () => (await import('./api.ts')).runApi() },
  worker: { summary: 'run workflows', run: async () => (await import('./worker.ts')).runWorker() },
  migrate: {
    summary: 'bring the database up to date',
    run: async () => (await import('./commands/migrate.ts')).runMigrate(),
  },
  upgrade: {
    summary: 'back up, then bring the database up to date; what compose runs before a new release starts',
    run: async (args) => (await import('./commands/upgrade.ts')).runUpgrade(args),
  },
  otp: {
    summary: 'EMAIL: print the last code sent to an address',
    run: async (args) => (await import('./commands/otp.ts')).printCode(args),
  },
  'setup-link': {
    summary: 'print a one-time link for the first account',
    run: async () => (await import('./commands/setup-link.ts')).printSetupLink(),
  },
  'reset-link': {
    summary: 'EMAIL: print a one-time link for a new password',
    run: async (args) => (await import('./commands/reset-link.ts')).printResetLink(args),
  },
  'register-host': {
    summary: '[--user USER] [--port PORT]: make this machine the first server; prints a line for its shell',
    run: async (args) => (await import('./commands/register-host.ts')).printHostLine(args),
  },
  'rotate-keys': {
    summary: 'seal everything to the current key',
    run: async () => (await import('./commands/rotate-keys.ts')).rotateKeys(),
  },
  backup: {
    summary: '[FILE]: back up the control plane',
    run: async (args) => (await import('./commands/backup.ts')).runBackup(args),
  },
  restore: {
    summary: 'FILE|NAME|latest: fill an empty database from a backup',
    run: async (args) => (await import('./commands/restore.ts')).runRestore(args),
  },
  'confirm-restore': {
    summary: 'let servers follow a restored database',
    run: async () => (await import('./commands/confirm-restore.ts')).runConfirmRestore(),
  },
  'recovery-kit': {
    summary: 'print the keys that a backup needs',
    run: async () => (await import('./commands/recovery-kit.ts')).printRecoveryKit(),
  },
  doctor: {
    summary: '[--json]: check the instance and show how to fix problems',
    run: async (args) => (await import('./commands/doctor.ts')).runDoctor(args),
  },
  compile: {
    summary: 'fill NODE_COMPILE_CACHE; part of making the image',
    run: async () => (await import('./commands/compile.ts')).compileSources(),
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (command === undefined) {
  const rows = Object.entries(commands).map(([each, { summary }]) => `  ${each.padEnd(15)} ${summary}`)
  process.stderr.write(`longshore-server COMMAND\n\n${rows.join('\n')}\n`)
  process.exitCode = 2
} else {
  command.run(args).catch((error: unknown) => {
    const text =
      error instanceof ConfigError || error instanceof CommandError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  })
}
