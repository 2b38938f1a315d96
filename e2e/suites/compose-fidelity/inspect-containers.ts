/** Inspects a deployed container, and the one that the compose plugin makes. */
import { z } from 'zod'
import type { Target } from '../../fixtures/target.ts'
import type { CaseGroup } from './cases.ts'

const Inspected = z.object({
  Id: z.string(),
  Name: z.string(),
  Config: z.object({
    Entrypoint: z.array(z.string()).nullable(),
    Cmd: z.array(z.string()).nullable(),
    Env: z.array(z.string()),
    User: z.string(),
    WorkingDir: z.string(),
    StopSignal: z.string().optional(),
    StopTimeout: z.int().nullish(),
  }),
  HostConfig: z.object({
    ExtraHosts: z.array(z.string()).nullish(),
    Init: z.boolean().nullish(),
    Memory: z.number(),
    NanoCpus: z.number(),
    PidsLimit: z.number().nullish(),
    ReadonlyRootfs: z.boolean(),
    ShmSize: z.number(),
    Sysctls: z.record(z.string(), z.string()).nullish(),
    Tmpfs: z.record(z.string(), z.string()).nullish(),
    Ulimits: z.array(z.object({ Name: z.string(), Soft: z.number(), Hard: z.number() })).nullish(),
  }),
  Mounts: z.array(z.object({ Type: z.string(), Destination: z.string() })),
  NetworkSettings: z.object({
    Networks: z.record(z.string(), z.object({ Aliases: z.array(z.string()).nullable() })),
  }),
})

export interface Container extends Omit<z.output<typeof Inspected>, 'Id'> {
  /** Content and mode of a file in the container; null if it isn't there. */
  readFile(path: string): Promise<string | null>
}

export interface PlainProject {
  readonly folder: string
  remove(): Promise<void>
}

/** Starts the same file with the compose plugin, beside the deployed one. */
export async function startPlain(target: Target, group: CaseGroup, compose: string): Promise<PlainProject> {
  const folder = `/tmp/fidelity/${group.name}`
  for (const [path, content] of Object.entries({ ...group.files, 'compose.yaml': compose })) {
    await target.mustExec(['mkdir', '--parents', `${folder}/${path}`.replace(/\/[^/]*$/, '')])
    await target.mustExec(['tee', `${folder}/${path}`], { stdin: content })
  }
  const plugin = ['docker', 'compose', '--project-directory', folder]
  await target.mustExec([...plugin, 'up', '--detach', '--pull', 'never'])
  return {
    folder,
    remove: async () => {
      await target.mustExec([...plugin, 'down', '--volumes', '--timeout', '0'])
      await target.mustExec(['rm', '--recursive', folder])
    },
  }
}

export async function inspectPlain(
  target: Target,
  { folder }: PlainProject,
  service: string,
): Promise<Container | null> {
  const listed = await target.mustExec(['docker', 'compose', '--project-directory', folder, 'ps', '-q', '-a', service])
  return await inspect(target, listed.trim())
}

export async function inspectDeployed(
  target: Target,
  deploymentId: string,
  service: string,
): Promise<Container | null> {
  const labels = [`longshore.deployment=${deploymentId}`, 'longshore.role=app', `longshore.service=${nameOf(service)}`]
  const filters = labels.flatMap((label) => ['--filter', `label=${label}`])
  return await inspect(target, (await target.mustExec(['docker', 'ps', '-q', ...filters])).trim())
}

/** Service names of Longshore are hostnames. */
function nameOf(service: string): string {
  return service.replaceAll('_', '-')
}

async function inspect(target: Target, id: string): Promise<Container | null> {
  if (id === '' || id.includes('\n')) return null
  const [found] = z.array(Inspected).parse(JSON.parse(await target.mustExec(['docker', 'inspect', id])))
  if (found === undefined) return null
  return {
    ...found,
    async readFile(path) {
      const [mode, text] = [
        await target.exec(['docker', 'exec', id, 'stat', '-c', '%a', path]),
        await target.exec(['docker', 'exec', id, 'cat', path]),
      ]
      return mode.exitCode === 0 && text.exitCode === 0 ? `${mode.stdout}${text.stdout}` : null
    },
  }
}
