/** Options and arguments of a command as data. Parsing, help, completion and the reference page use it. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly summary: string
  readonly short?: string
  readonly multiple?: true
  /** Placeholder for the value in help. */
  readonly value?: string
  readonly choices?: readonly string[]
}

export type OptionTable = Readonly<Record<string, OptionSpec>>

export interface ArgumentSpec {
  readonly name: string
  readonly summary: string
  readonly isOptional?: true
  readonly isMany?: true
  readonly choices?: readonly string[]
}

/** Options of every command. */
export const globalOptions = {
  json: { type: 'boolean', summary: 'Print JSON, including errors.' },
  profile: {
    type: 'string',
    value: 'NAME',
    summary: 'Profile to use (default: $LONGSHORE_PROFILE, the linked one, or the current one).',
  },
  'no-color': { type: 'boolean', summary: 'Disable colors. $NO_COLOR works too.' },
  help: { type: 'boolean', short: 'h', summary: 'Show help for the command.' },
} as const satisfies OptionTable

/** For commands that work on an environment. */
export const environmentOption = {
  env: {
    type: 'string',
    short: 'e',
    value: 'ENVIRONMENT',
    summary:
      'Environment: a name in the linked project, PROJECT/NAME, or an ID (default: $LONGSHORE_ENVIRONMENT or the linked one).',
  },
} as const satisfies OptionTable

export const yesOption = {
  yes: { type: 'boolean', short: 'y', summary: 'Skip confirmation prompts.' },
} as const satisfies OptionTable

/** For commands that delete a project or an environment. */
export const deletionOptions = {
  force: { type: 'boolean', summary: 'Delete it even if its server is unreachable.' },
  'delete-backups': { type: 'boolean', summary: 'Also delete the backups.' },
} as const satisfies OptionTable
