/** A NestJS repository with several applications and one manifest: each is a process, and all share one image. */
import type { AppProcess } from '../../app.ts'
import { claim, source } from '../../claim.ts'
import { lineOfKey } from '../../lines.ts'
import { at, isRecord, recordAt, textAt } from '../../values.ts'
import { findLine, sourceOf } from '../code/code-file.ts'
import { makeProcess } from '../make-app.ts'
import { findCodePort } from './code-port.ts'
import type { NodeContext } from './context.ts'

interface Project {
  readonly name: string
  readonly sourceRoot: string
  readonly entry: string
}

/** Applications of nest-cli.json; empty if it isn't a monorepo. The first one is built by default. */
export async function nestProjects(context: NodeContext): Promise<Project[]> {
  const settings = await context.folder.document('nest-cli.json')
  if (at(settings, 'monorepo') !== true) return []
  const root = textAt(settings, 'root')
  return Object.entries(recordAt(settings, 'projects'))
    .filter(([, project]) => isRecord(project) && project.type === 'application')
    .map(([name, project]) => ({
      name,
      sourceRoot: textAt(project, 'sourceRoot') ?? `apps/${name}/src`,
      entry: textAt(project, 'entryFile') ?? 'main',
    }))
    .toSorted((a, b) => Number(root !== `apps/${a.name}`) - Number(root !== `apps/${b.name}`))
    .slice(0, 20)
}

/** All except the default one, which the start script runs. */
export async function nestProcesses(context: NodeContext): Promise<AppProcess[]> {
  const [, ...others] = await nestProjects(context)
  const code = await context.code()
  const file = context.folder.full('nest-cli.json')
  const text = (await context.folder.text('nest-cli.json')) ?? ''
  return others.map(({ name, sourceRoot, entry }) => {
    const own = code.filter((one) => one.file.startsWith(`${sourceRoot}/`))
    const main = own.filter((one) => one.file.startsWith(`${sourceRoot}/${entry}.`))
    const listens = findLine(main, /\.listen\(\s{0,10}[^)\s]/)
    const start = claim(
      `node dist/apps/${name}/${entry}`,
      0.9,
      source(file, lineOfKey(text, 'projects', name), `application ${name}`),
    )
    if (listens === null) return makeProcess(name, 'worker', start)
    return makeProcess(name, 'web', start, { port: findCodePort(main) ?? claim(3000, 0.8, sourceOf(listens)) })
  })
}
