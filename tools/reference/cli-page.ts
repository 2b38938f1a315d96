/** Reference page of the command line, from its table of commands. */
import { globalOptions } from '../../apps/cli/src/arguments/options.ts'
import { usageOf } from '../../apps/cli/src/arguments/parse.ts'
import type { Command } from '../../apps/cli/src/command.ts'
import { loadCommands } from '../../apps/cli/src/command-table.ts'
import { exitCodeMeanings, exitCodes } from '../../apps/cli/src/exit-codes.ts'
import { optionRows } from '../../apps/cli/src/help.ts'

const commands = await loadCommands()
const variables: readonly [string, string][] = [
  ['LONGSHORE_URL', 'Instance URL. Required with LONGSHORE_TOKEN.'],
  ['LONGSHORE_TOKEN', 'API token, for CI. Takes precedence over profiles unless you use `--profile`.'],
  ['LONGSHORE_ENVIRONMENT', 'Instead of `--env`.'],
  ['LONGSHORE_ORGANIZATION', 'Organization ID to use with LONGSHORE_TOKEN.'],
  ['LONGSHORE_PROFILE', 'Instead of `--profile`.'],
  ['XDG_CONFIG_HOME', 'Folder for profiles, in `longshore/` (default: `~/.config`).'],
  ['NO_COLOR', 'Disables colors.'],
  ['BROWSER', 'What `longshore open` starts.'],
]

export function cliPage(): string {
  const codes = Object.entries(exitCodes).map(([name, code]) => `| ${code} | ${exitCodeMeanings[keyOf(name)]} |`)
  return `# The command line

\`longshore\` uses the API through the SDK. You link a directory to an environment once, so you don't type IDs. In the checkout, it's
\`bin/longshore\`; it only needs Node. How to use it in CI: [deploy from CI](../guides/deploy-from-ci.md).

- Results go to standard output, notes and questions to standard error. In a pipe, the CLI never prompts: it reports what is missing.
- With \`--json\`, a result is one JSON document. Commands that follow something (\`deploy --follow\`, \`logs -f\`, \`run\`, \`server test\`) print one JSON
  object on each line, \`{"event", "data"}\`; a followed deployment ends with the event \`result\`. A failure is one line on standard error:
  \`{"error": {"code", "message", "hint", "remedy", "page", "exitCode"}}\`.
- Text from others, such as commit messages and logs, is cleaned before it's shown: escape sequences are removed, control
  characters and marks of direction replaced. In JSON, they're written as \`\\u….\`. Only \`run\` and \`env pull -\` in a pipe print every byte.
- Profiles are stored in \`~/.config/longshore/profiles\`, one file each, readable only by their owner. Links
  (\`.longshore/link.json\`) contain no secrets. Their URL only selects one of the existing profiles.

## Exit codes

| code | means |
|---|---|
${codes.join('\n')}

\`longshore run\` returns the command's exit code.

## Environment variables

| name | does |
|---|---|
${variables.map(([name, does]) => `| \`${name}\` | ${does} |`).join('\n')}

## Global options

${optionTable(optionRows(globalOptions))}
## Commands

${commands
  .filter((each) => each.isHidden !== true)
  .map(commandSection)
  .join('\n')}`
}

function commandSection(command: Command): string {
  const { path, summary, details, arguments: specs = [], options, examples = [] } = command
  const rows: [string, string][] = [
    ...specs.map(({ name, summary: text }): [string, string] => [name, text]),
    ...optionRows(options),
  ]
  return `### ${path}

\`${usageOf(command)}\`

${summary}${details === undefined ? '' : ` ${details}`}
${rows.length === 0 ? '' : `\n${optionTable(rows)}`}${examples.length === 0 ? '' : `\n\`\`\`sh\n${examples.join('\n')}\n\`\`\`\n`}`
}

function optionTable(rows: readonly (readonly [string, string])[]): string {
  return `| | |\n|---|---|\n${rows.map(([name, text]) => `| \`${name}\` | ${text.replaceAll('|', '\\|')} |`).join('\n')}\n`
}

function keyOf(name: string): keyof typeof exitCodes {
  const found = Object.keys(exitCodes).find((each): each is keyof typeof exitCodes => each === name)
  if (found === undefined) throw new Error(`${name} has no meaning`)
  return found
}
