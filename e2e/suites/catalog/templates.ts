/** Every template of the catalog: what its two files promise is what a deployment would make of them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComposePlan, TemplateDetails, TemplateList } from '@longshore/sdk'
import { signUp } from '../../support/client.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import { mustAsk, type ServersContext } from '../../support/servers.ts'

export const catalogFolder = join(import.meta.dirname, '../../../catalog')
const managedKinds: ReadonlySet<string> = new Set(['postgres', 'mariadb', 'redis'])

export async function checkTemplates(report: Report): Promise<void> {
  await using instance = await startInstance({ environment: { API_REQUESTS_PER_MINUTE: '1000000' } })
  const context = await contextOf(instance, report)
  const folders = (await readdir(catalogFolder, { withFileTypes: true })).filter((each) => each.isDirectory())
  const { items } = await mustAsk<TemplateList>(context, 'GET', '/catalog/templates')
  const listed = new Set(items.map(({ name }) => name))
  for (const { name } of folders) report.expect(listed.has(name), `the catalog doesn't list ${name}`)
  report.figure('templates', items.length)
  let planned = 0
  for (const { name } of items) if (await checkTemplate(context, name)) planned += 1
  report.figure('planned', planned)
}

async function contextOf(instance: Instance, report: Report): Promise<ServersContext> {
  return { instance, report, person: await signUp(instance) }
}

async function checkTemplate(context: ServersContext, name: string): Promise<boolean> {
  const { report } = context
  const template = await mustAsk<TemplateDetails>(context, 'GET', `/catalog/templates/${name}`)
  const plan = await mustAsk<ComposePlan>(context, 'POST', '/projects/check-compose', { compose: template.compose })
  const inputs = new Set(template.inputs.map(({ key }) => key))
  const managed = plan.services.filter(({ kind }) => managedKinds.has(kind))
  const volumes = plan.services.flatMap((each) => (managedKinds.has(each.kind) ? [] : each.volumes))
  const stored = new Set([...managed.map((each) => each.name), ...volumes.map((each) => each.name)])
  const web = plan.services.find((each) => each.name === template.web)
  const checks: [boolean, string][] = [
    [plan.valid, 'has an error'],
    [plan.problems.length === 0, `has problems: ${JSON.stringify(plan.problems).slice(0, 600)}`],
    [web?.kind === 'web' && web.port !== null, `${template.web} isn't a web service with a port`],
    [isSame(new Set(template.data.map((each) => each.name)), stored), `stores ${[...stored].join(', ')}`],
    ...plan.missingVariables.map(({ key }): [boolean, string] => [inputs.has(key), `${key} is asked for and no input`]),
  ]
  return checks.map(([holds, what]) => report.expect(holds, `${name}: ${what}`)).every(Boolean)
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}
