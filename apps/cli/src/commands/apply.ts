/** Brings the organization into the state that a file describes. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { undoLine } from '../connection/undo-deletion.ts'
import type { Context } from '../context.ts'
import { CliError, exitCodes } from '../exit-codes.ts'
import { type ApplyRequest, applyFile } from '../instance-file/apply-plan.ts'
import { checkReferences } from '../instance-file/check-references.ts'
import { deployPending } from '../instance-file/deploy-pending.ts'
import type { FileFault } from '../instance-file/faults.ts'
import { findOrganization } from '../instance-file/find-organization.ts'
import type { InstanceFile } from '../instance-file/instance-file.ts'
import { normalizeFile } from '../instance-file/normalize-file.ts'
import { type ParsedFile, parseInstanceFile } from '../instance-file/parse-file.ts'
import { type Plan, planInstance } from '../instance-file/plan/plan-instance.ts'
import type { PlanItem } from '../instance-file/plan/planner.ts'
import { planLines, planReport } from '../instance-file/plan-lines.ts'
import { readInstance } from '../instance-file/read-instance.ts'
import { createSecrets } from '../instance-file/secrets.ts'
import { toInstanceFile } from '../instance-file/to-file.ts'
import { undoCommands } from '../instance-file/undo-commands.ts'
import { confirmChange } from '../terminal/confirm.ts'
import { readInput } from '../terminal/prompt.ts'

export const apply = defineCommand({
  path: 'apply',
  summary: 'Apply an instance file: show what changes, ask, and change it.',
  details:
    'Creates what is missing and changes what differs. Fields and sections that the file leaves out stay as they are, and nothing is deleted without --prune. What it deletes moves to the trash. Secrets come from the environment variables that the file names; a stored secret stays unless you give --update-secrets. Run it again after an interruption: it continues where it stopped and creates nothing twice.',
  options: {
    file: { type: 'string', short: 'f', value: 'FILE', summary: 'Instance file, or - for standard input.' },
    'dry-run': { type: 'boolean', summary: 'Only show the plan.' },
    prune: { type: 'boolean', summary: 'Delete what the sections of the file leave out.' },
    'update-secrets': { type: 'boolean', summary: 'Also send secrets that the instance already has.' },
    deploy: { type: 'boolean', summary: 'Deploy environments whose settings have changed.' },
    ...yesOption,
  },
  examples: [
    'longshore apply -f instance.yaml --dry-run',
    'DB_PASSWORD=… longshore apply -f instance.yaml --yes',
    'longshore export | longshore apply -f - --dry-run --json',
  ],
  async run(context, input) {
    const { output } = context
    const path = input.text('file')
    if (path === undefined) throw new CliError('usage', 'Which file?', 'Give -f FILE.')
    const parsed = parseInstanceFile(await readText(context, path))
    const file = requireFile(path, parsed)
    const connection = await connect(context)
    const options = { prune: input.flag('prune'), updateSecrets: input.flag('update-secrets') }
    const request: ApplyRequest = {
      client: connection.client,
      organizationId: await findOrganization(connection),
      file: normalizeFile(file),
      secrets: createSecrets(context.environment),
      options,
    }
    const plan = await planChecked(request, path, parsed)
    const isDry = input.flag('dry-run')
    if (isDry || !output.isJson) output.show(planReport(plan), () => planLines(plan))
    if (isDry) return exitCodes.ok
    requireSecrets(plan)
    const runs = plan.items.filter(({ action }) => action !== 'blocked')
    const question = `Apply ${runs.length} changes?`
    if (runs.length > 0) await confirmChange(context, question, input.flag('yes'))
    return await applyAndReport(context, request, { plan, deploys: input.flag('deploy') })
  },
})

async function readText({ stdin, directory }: Context, path: string): Promise<string> {
  if (path === '-') return await readInput(stdin)
  try {
    return await readFile(resolve(directory, path), 'utf8')
  } catch {
    throw new CliError(
      'usage',
      `Can't read ${path}.`,
      'Check the path, or create the file with longshore export -o FILE.',
    )
  }
}

function requireFile(path: string, { file, faults }: ParsedFile): InstanceFile {
  if (file === undefined) throw faultyFile(path, faults)
  return file
}

function faultyFile(path: string, faults: readonly FileFault[]): CliError {
  const lines = faults.map(({ line, column, field, message }) =>
    `${path}:${line}:${column}: ${field} ${message}`.trim(),
  )
  return new CliError(
    'usage',
    lines.slice(0, 20).join('\n  '),
    'Fix the file and run apply again. Nothing was changed.',
  )
}

async function planChecked(request: ApplyRequest, path: string, parsed: ParsedFile): Promise<Plan> {
  const instance = await readInstance(request.client, request.organizationId)
  const faults = checkReferences(request.file, toInstanceFile(instance))
  if (faults.length > 0) throw faultyFile(path, faults.map(parsed.locate))
  return planInstance({ ...request, instance })
}

function requireSecrets({ missingSecrets }: Plan): void {
  if (missingSecrets.length === 0) return
  throw new CliError(
    'usage',
    `These environment variables aren't set: ${missingSecrets.join(', ')}.`,
    'The plan creates something that needs them. Set them and run apply again. Nothing was changed.',
  )
}

async function applyAndReport(
  context: Context,
  request: ApplyRequest,
  { plan, deploys }: { plan: Plan; deploys: boolean },
): Promise<number> {
  const { output } = context
  const note = (sign: string) => (item: PlanItem) =>
    output.note({ text: `${sign} ${item.action} ${item.kind} ${item.name}`, style: 'dim' })
  const done: PlanItem[] = []
  const onDone = (item: PlanItem) => {
    note('✓')(item)
    done.push(item)
  }
  const { applied, left } = await applyFile(request, plan, { onDone, onFailed: note('✗') }).catch((error: unknown) => {
    for (const each of undoCommands(done)) output.note(undoLine(each))
    throw error
  })
  const undo = undoCommands(done)
  const started = deploys ? await deployPending(request.client, request.organizationId, request.file) : []
  const report = { ...planReport(plan), applied, left: left.map(({ kind, name, note }) => ({ kind, name, note })) }
  const deployments = started.map(({ environment, deployment: { id, number } }) => ({ environment, id, number }))
  output.show({ ...report, deployments, undo }, () => [
    ...(applied === 0 ? [] : [`Applied ${applied} changes.`]),
    ...undo.map(undoLine),
    ...started.map(({ environment, deployment }) => `Deploying ${environment} as number ${deployment.number}.`),
    ...left.map(({ kind, name, note }) => `Still to do: ${kind} ${name}${note === undefined ? '' : `: ${note}`}`),
  ])
  return left.length === 0 ? exitCodes.ok : exitCodes.failed
}
