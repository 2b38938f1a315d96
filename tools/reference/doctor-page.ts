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
  return `# Checks of doctor

\`longshore-server doctor [--json]\` looks at an installation and changes nothing in it: no mail is sent, nothing is registered, no server
is called. Checks run beside each other, each within a time of its own; one that breaks or hangs is a fault of its own and hides no other.
[Troubleshoot your instance](../how-to/mend-an-installation.md) shows where to run it.

| status | meaning |
|---|---|
| \`ok\` | holds |
| \`warning\` | works, but look into it; doesn't change the exit code |
| \`fault\` | something does not work or is not safe |
| \`skipped\` | can't be checked: a check it depends on failed, or this process doesn't have the setting |

| exit code | meaning |
|---|---|
| 0 | no fault |
| 1 | at least one fault |
| 2 | unknown words on the command line |

With \`--json\` the answer is one object: \`version\`, \`checkedAt\`, \`status\` (the worst: \`ok\`, \`warning\`, \`fault\`), \`counts\` by status,
and \`checks\` with \`code\`, \`status\`, \`text\`, \`remedy\` (null where there is nothing to fix) and \`durationMs\`. Codes are stable, texts are
not. Secrets are in neither.

${groups.join('\n')}`
}

/** Angle brackets would be markup, bars would be cells. */
function cell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|')
}
