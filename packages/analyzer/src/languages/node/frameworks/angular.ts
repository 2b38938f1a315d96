import { claim, source } from '../../../claim.ts'
import type { Folder } from '../../../folder.ts'
import { lineOf } from '../../../lines.ts'
import { at, isRecord, recordAt, textAt } from '../../../values.ts'
import type { NodeContext } from '../context.ts'
import { scriptSource } from '../manifest.ts'
import { byDependency, makeShape, type Shape, staticShape } from '../shape.ts'

export async function detectAngular(context: NodeContext): Promise<Shape | null> {
  const framework = byDependency(context, 'angular', '@angular/core')
  const project = framework === null ? null : await readProject(context.folder)
  if (framework === null || project === null) return null
  const { name, output, isApplication, isServer } = project
  const text = (await context.folder.text('angular.json')) ?? ''
  const place = source(
    context.folder.full('angular.json'),
    lineOf(text, '"build"'),
    `the build of ${name} goes to ${output}`,
  )
  if (!isServer)
    return staticShape(framework, 'ng build', claim(isApplication ? `${output}/browser` : output, 0.95, place), true)
  const script = `serve:ssr:${name}`
  const stated = context.manifest.scripts.get(script)
  const start =
    stated === undefined
      ? claim(`node ${output}/server/${isApplication ? 'server.mjs' : 'main.js'}`, 0.9, place)
      : claim(stated, 1, scriptSource(context.manifest, script))
  return makeShape({ framework, kind: 'web', defaultPort: 4000, build: 'ng build', start })
}

/** Returns the first application of angular.json. */
async function readProject(folder: Folder) {
  const document = await folder.document('angular.json')
  for (const [name, project] of Object.entries(recordAt(document, 'projects'))) {
    if (!isRecord(project) || project.projectType === 'library') continue
    const build = recordAt(project, 'architect', 'build')
    const target = Object.keys(build).length > 0 ? build : recordAt(project, 'targets', 'build')
    const builder = textAt(target, 'builder') ?? ''
    const options = recordAt(target, 'options')
    const stated = textAt(options, 'outputPath') ?? textAt(options, 'outputPath', 'base')
    return {
      name,
      output: stated ?? `dist/${name}`,
      isApplication: /:application$/.test(builder),
      isServer: at(options, 'ssr') !== undefined && at(options, 'ssr') !== false,
    }
  }
  return null
}
