/** Parts of backups that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export type { DumpContent } from '../../modules/backups/engines/manifest.schemas.ts'
export { type EngineSandbox, engineSandboxes } from '../../modules/backups/imports/engine-sandboxes.remote.ts'
export {
  createPasswords,
  type Sandbox,
  sandboxClient,
  sandboxDatabase,
} from '../../modules/backups/imports/sandbox-containers.remote.ts'
export { SqlRefusedError } from '../../modules/backups/imports/sql/sql-refused-error.policy.ts'
export { SqlScanner } from '../../modules/backups/imports/sql/sql-scanner.policy.ts'
export { restoreStatusOfStep } from '../../modules/backups/restores/restores.status.ts'
export { backUpBySchedule } from '../../modules/backups/schedules/schedules.references.ts'
export { createServerStore } from '../../modules/backups/schedules/server-store.remote.ts'
