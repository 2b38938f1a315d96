/**
 * Maps folders to the suites and benches that a change can break, the most direct ones first. A key with a trailing `/`
 * matches the whole folder, one with a trailing `/*` the files directly in it, any other a single file; the longest
 * matching key counts. `tools/check-suite-map.ts` fails for a file that no key covers. Folders of suites and benches
 * belong to them and have no entry. `gate`: the gate covers it. `everything`: it can break any suite, so each of them
 * is a candidate.
 */
export type Affected = 'gate' | 'everything' | readonly string[]

const modules: Record<string, Affected> = {
  'accounts/': ['auth', 'isolation', 'sdk', 'cli', 'review-exploits'],
  'adoptions/': ['adopt'],
  'alerts/': ['alerts', 'notification-noise'],
  'audit/': ['auth', 'mcp', 'review-exploits'],
  'auto-deploy/': ['push-to-deploy', 'webhook-storm', 'review-exploits'],
  'backups/*': ['backup-story', 'backup-schedules', 'restore-kills', 'move-with-data', 'sql-escapes'],
  'backups/archives/': ['backup-story', 'object-lock', 'corruptions', 'object-stores', 'restore-kills', 'bench-backup'],
  'backups/engines/': ['backup-story', 'database-care', 'corruptions', 'restore-kills', 'move-with-data', 'bench-backup'],
  'backups/imports/': ['restore-kills', 'sql-escapes', 'backup-story'],
  'backups/logins/': ['database-care', 'sql-escapes'],
  'backups/moves/': ['move-with-data', 'server-loss', 'deploy-story'],
  'backups/recovery/': ['server-loss', 'move-with-data', 'backup-story'],
  'backups/rehearsals/': ['rehearsal'],
  'backups/restores/': ['restore-kills', 'backup-story', 'move-with-data', 'bench-backup'],
  'backups/schedules/': ['backup-schedules', 'backup-story', 'object-lock'],
  'backups/verification/': ['corruptions', 'backup-schedules', 'backup-story'],
  'catalog/': ['catalog', 'backup-schedules', 'deploy-story'],
  'commands/': ['runtime-logs', 'runtime', 'kills'],
  'commit-status/': ['push-to-deploy', 'previews'],
  'deployments/': ['deploy-story', 'zero-downtime', 'kills', 'faults', 'races', 'simulation', 'injection-deploy', 'build-limits', 'control-plane-drill', 'bench-deploy', 'bench-logs', 'review-faults', 'remedies'],
  'deployments/rehearsals/': ['rehearsal', 'simulation'],
  'domains/certificates/': ['acme', 'many-domains'],
  'domains/routing/': ['routes', 'proxy-faults', 'acme', 'many-domains', 'domain-takeover', 'zero-downtime', 'rolling-upgrade', 'review-faults'],
  'domains/': ['dns-matrix', 'domain-takeover', 'acme'],
  'environments/': ['deploy-story', 'injection-deploy', 'previews', 'cli'],
  'events/': ['stream-resume', 'bench-streams'],
  'git-providers/': ['providers-fuzz', 'forge', 'push-to-deploy'],
  'hardening/': ['hardening', 'tenant-escape'],
  'instance/failures/': ['links'],
  'instance/housekeeping/': ['auth', 'doctor', 'review-exploits', 'review-faults'],
  'instance/backup/': ['control-plane-drill', 'upgrade', 'doctor', 'review-exploits'],
  'instance/organization-removal/': ['review-faults', 'auth'],
  'instance/': ['doctor', 'compose', 'upgrade'],
  'metrics/': ['alerts', 'bench-metrics'],
  'notices/': ['notification-noise', 'connectors'],
  'notifications/': ['connectors', 'delivery-kills', 'notification-noise'],
  'organizations/': ['auth', 'cli', 'domain-takeover', 'secrets', 'review-exploits', 'review-faults'],
  'previews/': ['previews', 'push-to-deploy'],
  'projects/': ['forge', 'hostile-repos', 'previews'],
  'registries/': ['deploy-story', 'build-limits', 'review-exploits'],
  'runtime-logs/': ['runtime-logs', 'bench-logs', 'review-faults'],
  'servers/': ['servers', 'server-kills', 'host-keys', 'test-connection', 'injection-servers', 'hostile-servers', 'bench-transport'],
  'trash/': ['undo', 'deploy-story', 'backup-story'],
  'workloads/': ['deploy-story', 'zero-downtime', 'kills', 'faults', 'races', 'simulation', 'control-plane-drill', 'runtime-logs', 'backup-story', 'restore-kills', 'move-with-data', 'bench-deploy', 'bench-logs', 'review-faults'],
} // biome-ignore format: one folder per line

const platform: Record<string, Affected> = {
  'access/': ['auth', 'secrets', 'isolation', 'review-exploits'],
  'clock/': ['backup-schedules', 'durable-kills'],
  'database/': ['auth', 'durable-kills', 'upgrade', 'bench-api'],
  'dns/': ['dns-matrix', 'domain-takeover', 'providers-fuzz'],
  'durable/': ['durable-kills', 'kills', 'races', 'faults', 'simulation', 'restore-kills', 'server-kills', 'bench-durable', 'review-faults'],
  'errors/': 'gate',
  'events/': ['stream-resume', 'deploy-story', 'bench-streams'],
  'http/': ['auth', 'stream-resume', 'docs', 'isolation', 'bench-api', 'bench-streams'],
  'idempotency/': ['sdk', 'webhook-storm'],
  'ids/': 'gate',
  'limits/': ['auth', 'webhook-storm'],
  'links/': ['links', 'connectors'],
  'link/': ['isolation', 'secrets', 'durable-kills', 'review-exploits', 'rolling-upgrade'],
  'log/': ['secrets', 'injection-deploy'],
  'mail/': ['auth', 'connectors'],
  'memory/': ['bench-footprint', 'compose'],
  'metrics/': ['bench-metrics', 'doctor'],
  'objects/': ['object-stores', 'object-lock', 'backup-story', 'corruptions', 'bench-backup'],
  'outbound/': ['providers-fuzz', 'connectors', 'forge'],
  'pagination/': ['many-rows', 'sdk'],
  'passwords/': ['auth'],
  'process/': ['durable-kills', 'hostile-repos'],
  'secrets/': ['secrets', 'isolation', 'injection-deploy', 'control-plane-drill'],
} // biome-ignore format: one folder per line

const dashboard: Affected = [
  'dashboard',
  'dashboard-truth',
  'first-hour',
  'accessibility',
  'links',
  'tabs',
  'many-rows',
  'big-log',
  'first-five-minutes',
]
const install: Affected = ['compose', 'install', 'first-five-minutes', 'upgrade', 'doctor', 'tenant-escape', 'bench-footprint', 'review-exploits'] // biome-ignore format: a list

export const suiteMap: Record<string, Affected> = {
  ...below('apps/server/src/modules/', modules),
  ...below('apps/server/src/platform/', platform),
  'apps/server/migrations/': ['upgrade', 'control-plane-drill', 'doctor', 'auth'],
  'apps/server/src/commands/': ['doctor', 'compose', 'upgrade', 'control-plane-drill'],
  'apps/server/src/settings/': ['doctor', 'compose', 'upgrade'],
  'apps/server/src/testing/': 'everything',
  'apps/server/src/wiring/': ['compose', 'doctor', 'isolation', 'bench-footprint', 'bench-api'],
  'apps/server/src/*': ['compose', 'doctor', 'isolation', 'bench-footprint', 'bench-api'],
  'apps/server/*': ['openapi-docs', 'compose', 'upgrade', 'sdk'],
  'apps/cli/': ['cli', 'mcp', 'apply'],
  'apps/dashboard/': dashboard,
  'packages/addresses/': ['providers-fuzz', 'connectors', 'test-connection', 'hostile-servers'],
  'packages/analyzer/': ['analyzer-corpus', 'compose-fidelity', 'generated-dockerfiles', 'hostile-repos', 'bench-analysis'],
  'packages/archive/': ['corruptions', 'backup-story', 'object-stores', 'bench-backup'],
  'packages/process/': ['hostile-servers', 'hostile-repos', 'servers', 'forge', 'deploy-story', 'test-connection', 'bench-transport'],
  'packages/proxy/limits/': ['build-limits', 'tenant-escape', 'runtime'],
  'packages/proxy/': ['routes', 'proxy-faults', 'zero-downtime', 'rolling-upgrade', 'upgrade', 'acme', 'many-domains', 'kills', 'deploy-story', 'bench-proxy'],
  'packages/remote/': ['runtime', 'compose-fidelity', 'hostile-servers', 'servers', 'deploy-story', 'injection-servers', 'host-keys', 'test-connection', 'hardening', 'build-limits', 'tenant-escape', 'faults', 'bench-transport'],
  'packages/sdk/': ['sdk', 'cli', 'mcp', 'dashboard', 'remedies'],
  'packages/source/': ['hostile-repos', 'forge', 'deploy-story', 'bench-analysis'],
  'e2e/fixtures/': 'everything',
  'e2e/support/': 'everything',
  'e2e/*': 'gate',
  'bench/support/': ['bench-api', 'bench-streams', 'bench-analysis', 'bench-footprint'],
  'bench/*': 'gate',
  'catalog/': ['catalog'],
  'deploy/': install,
  'Dockerfile': [...install, 'release'],
  '.dockerignore': install,
  'compose.yaml': install,
  'docs/': ['docs'],
  'docs/start/': ['first-five-minutes'],
  'docs/guides/': ['docs', 'compose', 'upgrade'],
  'bin/': 'everything',
  '.ci/': 'gate',
  '.github/': 'gate',
  'action/': ['cli'],
  'tools/': 'gate',
  'tools/images/': ['release', 'compose'],
  'tools/release/': ['release', 'install', 'upgrade'],
  'pnpm-lock.yaml': 'everything',
  '*': 'gate',
} // biome-ignore format: one folder per line

function below(folder: string, entries: Record<string, Affected>): Record<string, Affected> {
  return Object.fromEntries(Object.entries(entries).map(([key, affected]) => [`${folder}${key}`, affected]))
}

/** The key that covers the file, if any. */
export function keyFor(file: string, keys: readonly string[] = Object.keys(suiteMap)): string | undefined {
  return keys.filter((key) => covers(key, file)).sort((a, b) => b.length - a.length)[0]
}

/** A file of a suite or bench belongs to it. */
export function ownerOf(file: string): string | undefined {
  const [, suite] = /^e2e\/suites\/([^/.]+)/.exec(file) ?? []
  if (suite !== undefined) return suite
  const [, bench] = /^bench\/(?!support\/)([^/.]+)(?:\/|\.bench\.ts$)/.exec(file) ?? []
  return bench === undefined ? undefined : `bench-${bench}`
}

/** Whether a change of the file can break the suite or bench. Every file that isn't excluded can break the gate. */
export function reaches(file: string, { name, isGate }: { name: string; isGate: boolean }): boolean {
  const owner = ownerOf(file)
  if (owner !== undefined) return owner === name
  if (breaksNothing(file)) return false
  const affected = suiteMap[keyFor(file) ?? ''] ?? 'everything'
  return isGate || affected === 'everything' || (affected !== 'gate' && affected.includes(name))
}

/** Read by people, by CI, or by the unit and database tests, which always run. */
export function breaksNothing(file: string): boolean {
  return /^(?!docs\/).*\.md$|^e2e\/full-run\.json$|\.test\.tsx?$/.test(file)
}

function covers(key: string, file: string): boolean {
  if (key.endsWith('*')) {
    const folder = key.slice(0, -1)
    return file.startsWith(folder) && !file.slice(folder.length).includes('/')
  }
  return key.endsWith('/') ? file.startsWith(key) : file === key
}
