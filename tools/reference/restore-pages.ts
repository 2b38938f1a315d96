/** The generated page about restores and imports. */
import { restoreFailures } from '../../apps/server/src/modules/backups/restores/restore-failures.problems.ts'
import { restoreStatusDescriptions } from '../../apps/server/src/modules/backups/restores/restores.status.ts'

export function restoresPage(): string {
  const states = Object.entries(restoreStatusDescriptions).map(([status, meaning]) => `| \`${status}\` | ${meaning} |`)
  const failures = Object.entries(restoreFailures)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { cause, hint }]) => `| \`${code}\` | ${cause} | ${hint} |`)
  return `# Restores and imports

| status | meaning |
|---|---|
${states.join('\n')}

## Why they fail

| code | cause | remedy |
|---|---|---|
${failures.join('\n')}
`
}
