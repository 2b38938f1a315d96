/** Reference page of the command line, from its table of commands. */
import { globalOptions } from '../../apps/cli/src/arguments/options.ts'
import { usageOf } from '../../apps/cli/src/arguments/parse.ts'
import type { Command } from '../../apps/cli/src/command.ts'
import { commands } from '../../apps/cli/src/command-table.ts'
import { exitCodeMeanings, exitCodes } from '../../apps/cli/src/exit-codes.ts'
import { optionRows } from '../../apps/cli/src/help.ts'

const variables: readonly [string, string][] = [
  ['LONGSHORE_URL', 'The address of the instance. With LONGSHORE_TOKEN it is needed.'],
  ['LONGSHORE_TOKEN', 'An API token, for CI; goes before profiles unless `--profile` names one.'],
  ['LONGSHORE_ENVIRONMENT', 'Instead of `--env`.'],
  ['LONGSHORE_ORGANIZATION', 'Organization ID to use with LONGSHORE_TOKEN.'],
  ['LONGSHORE_PROFILE', 'Instead of `--profile`.'],
  ['XDG_CONFIG_HOME', 'Where profiles are kept, in `longshore/`; default: `~/.config`.'],
  ['NO_COLOR', 'Disables colors.'],
  ['BROWSER', 'What `longshore open` starts.'],
]

export function cliPage(): string {
  const codes = Object.entries(exitCodes).map(([name, code]) => `| ${code} | ${exitCodeMeanings[keyOf(name)]} |`)
  return `# The command line

\`longshore\` speaks the API through the SDK. A directory is linked once to an environment, so no ids are typed. In the checkout it is
\`bin/longshore\`; it needs Node and nothing else. How to use it in CI: [deploy from CI](../how-to/deploy-from-ci.md).

- Results go to standard output, notes and questions to standard error. In a pipe, the CLI never prompts: it reports what is missing.
- With \`--json\` a result is one JSON document; what is followed (\`deploy --follow\`, \`logs -f\`, \`run\`, \`server test\`) is one JSON
  object on each line, \`{"event", "data"}\`; a followed deployment ends with the event \`result\`. A failure is one line on standard error:
  \`{"error": {"code", "message", "hint", "page", "exitCode"}}\`.
- Text of others, such as commit messages and logs, is made harmless before it is shown: escape sequences are taken out, control
  characters and marks of direction replaced. In JSON they are written as \`\\u….\`. Only \`run\` and \`env pull -\` in a pipe give every byte.
- Sign-ins are kept in \`~/.config/longshore/profiles\`, one file each, which only their owner reads. Links
  (\`.longshore/link.json\`) hold no secrets; their address only chooses among sign-ins that are there.

## Exit codes

| code | means |
|---|---|
${codes.join('\n')}

\`longshore run\` hands on the exit code of the command.

## Variables of the environment

| name | does |
|---|---|
${variables.map(([name, does]) => `| \`${name}\` | ${does} |`).join('\n')}

## Options of all commands

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
