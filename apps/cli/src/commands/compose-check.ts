/** Checks a compose file before a project exists. Nothing is stored. */
import type { ComposePlan } from '@longshore/sdk'
import { checkCompose } from '@longshore/sdk/operations'
import { composeFile, readTextFile } from '../arguments/text-file.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { exitCodes } from '../exit-codes.ts'
import { layOutTable } from '../terminal/table.ts'
import type { Line, Style } from '../terminal/text.ts'

export const composeCheck = defineCommand({
  path: 'compose check',
  summary: 'Check a compose file, and show what a project from it would have.',
  details: 'Nothing is stored or started. Problems are shown with file and line. Exits with 1 if the file has errors.',
  arguments: [{ name: 'FILE', summary: 'Compose file. Use - for standard input.' }],
  options: {
    'compose-profile': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      summary: 'Profile of the file to include. Use * for all.',
    },
  },
  examples: ['longshore compose check compose.yaml', 'docker compose config | longshore compose check -'],
  async run(context, input) {
    const [file = ''] = input.positionals
    const composeProfiles = input.list('compose-profile')
    const compose = await readTextFile(context, file, composeFile)
    const { client } = await connect(context)
    const plan = await client.call(checkCompose, {
      body: { compose, ...(composeProfiles.length === 0 ? {} : { composeProfiles }) },
    })
    const { output } = context
    const columns = output.isTerminal ? output.columns : undefined
    output.show(plan, () => planLines(plan, { name: file === '-' ? '<stdin>' : file, columns }))
    return plan.valid ? exitCodes.ok : exitCodes.failed
  },
})

interface Shown {
  /** Name of the file in messages. */
  readonly name: string
  /** Width of the terminal. Undefined: a pipe. */
  readonly columns: number | undefined
}

function planLines(plan: ComposePlan, { name, columns }: Shown): Line[] {
  const { valid, problems, services, missingVariables, composeProfiles, domains } = plan
  const serviceHeads = ['NAME', 'KIND', 'IMAGE', 'PORT', 'VOLUMES', 'FILES']
  const result: Line = valid
    ? { text: 'Longshore can create a project from this file.', style: 'green' }
    : { text: 'The file has errors. Fix them, then check it again.', style: 'red' }
  const parts: Line[][] = [
    problems.flatMap((problem) => problemLines(problem, name)),
    table('Services', layOutTable(serviceHeads, services.map(serviceRow), columns)),
    table(
      'Variables that need a value',
      layOutTable(['KEY', 'SERVICES', 'DESCRIPTION'], missingVariables.map(variableRow), columns),
    ),
    table('Profiles', layOutTable(['NAME', 'ENABLED', 'SERVICES'], composeProfiles.map(profileRow), columns)),
    table('Domains of other proxies', layOutTable(['HOSTNAME', 'SERVICE', 'PATH'], domains.map(domainRow), columns)),
    ...(domains.length === 0 ? [] : [domainLines]),
    [result],
  ]
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]))
}

const styles: Readonly<Record<ComposePlan['problems'][number]['severity'], Style>> = { error: 'red', warning: 'yellow' }

/** The form that editors and CI systems know from compilers. */
function problemLines({ severity, message, hint, line }: ComposePlan['problems'][number], name: string): Line[] {
  const place = line === null ? name : `${name}:${line}`
  return [
    [`${place}: `, { text: severity, style: styles[severity] }, `: ${message}`],
    ...(hint === null ? [] : [{ text: `  ${hint}`, style: 'dim' } as const]),
  ]
}

/** Nothing without rows. */
function table(title: string, [heads, ...rows]: readonly Line[]): Line[] {
  return heads === undefined || rows.length === 0 ? [] : [{ text: title, style: 'bold' }, heads, ...rows]
}

function serviceRow({ name, kind, image, port, volumes, files }: ComposePlan['services'][number]): Line[] {
  const kept = volumes.map((volume) => `${volume.name}=${volume.path}`)
  return [name, kind, image ?? '–', String(port ?? '–'), listed(kept), listed(files)]
}

function variableRow({ key, services, description }: ComposePlan['missingVariables'][number]): Line[] {
  return [key, services.length === 0 ? 'all' : services.join(', '), description ?? '–']
}

function profileRow({ name, isEnabled, services }: ComposePlan['composeProfiles'][number]): Line[] {
  return [name, isEnabled ? 'yes' : 'no', listed(services)]
}

function domainRow({ hostname, service, path }: ComposePlan['domains'][number]): Line[] {
  return [hostname, service, path ?? '–']
}

const domainLines: Line[] = [
  { text: "Longshore doesn't attach them automatically. Attach one with longshore domain add.", style: 'dim' },
]

function listed(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.join(', ')
}
