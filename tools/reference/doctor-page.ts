/** The page about `doctor`, from its table of checks. */
import { checkGroups } from '../../apps/server/src/commands/doctor/checks.ts'

export function doctorPage(): string {
  const groups = checkGroups.map(({ title, checks }) => {
    const rows = checks.map(
      ({ code, meaning, remedy, needs = [] }) =>
        `| \`${code}\` | ${cell(meaning)} | ${cell(remedy)} | ${needs.map((each) => `\`${each}\``).join(', ') || '–'} |`,
    )
    return `## ${title}\n\n| code | what is wrong | remedy | needs |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Doctor checks

\`longshore-server doctor [--json]\` checks an instance and changes nothing: it sends no email, registers nothing, and contacts no server.
Checks run concurrently, each with its own time limit. A check that breaks or hangs counts as a fault and doesn't hide others.
[Troubleshoot your instance](../guides/troubleshoot-your-instance.md) shows where to run it.

| status | meaning |
|---|---|
| \`ok\` | passed |
| \`warning\` | works, but look into it; doesn't change the exit code |
| \`fault\` | something doesn't work or isn't safe |
| \`skipped\` | can't be checked: a check it depends on failed, or this process doesn't have the setting |

| exit code | meaning |
|---|---|
| 0 | no fault |
| 1 | at least one fault |
| 2 | unknown arguments |

With \`--json\`, the output is one object: \`version\`, \`checkedAt\`, \`status\` (the worst: \`ok\`, \`warning\`, \`fault\`), \`counts\` by status,
and \`checks\` with \`code\`, \`status\`, \`text\`, \`remedy\` (null where there is nothing to fix) and \`durationMs\`. Codes are stable, texts are
not. Neither contains secrets.

${groups.join('\n')}`
}

/** Escapes angle brackets, which would be markup, and bars, which would be cells. */
function cell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|')
}
