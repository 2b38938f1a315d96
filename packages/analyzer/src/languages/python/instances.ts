/** Finds the application object: `app = FastAPI()` in a module, or a function that creates one. */
import { type CodeFile, findLines, type Hit } from '../code/code-file.ts'
import { baseName } from '../folder-paths.ts'
import { type Module, moduleOf } from './modules.ts'

export interface Instance {
  readonly module: Module
  /** `app`, or `create_app` if `isFactory`. */
  readonly name: string
  readonly isFactory: boolean
  readonly hit: Hit
}

const usual = [
  'wsgi.py',
  'asgi.py',
  'main.py',
  'app.py',
  'server.py',
  'api.py',
  'application.py',
  'run.py',
  '__init__.py',
  '__main__.py',
]

/** `maker` is the name of the class, or several separated by `|`. */
export function findInstance(code: readonly CodeFile[], maker: string): Instance | null {
  const created = new RegExp(
    `^([ \\t]*)(\\w{1,60})(?:,[ \\t]*\\w{1,60})?[ \\t]*(?::[^=]{1,60})?=[ \\t]*(?:\\w{1,40}\\.)?(?:${maker})\\(`,
  )
  const returned = new RegExp(`^([ \\t]+)return[ \\t]+(?:\\w{1,40}\\.)?(?:${maker})\\(`)
  const hits = [...findLines(code, created), ...findLines(code, returned)].toSorted((a, b) => rank(a) - rank(b))
  const global = hits.find((hit) => hit.match[1] === '')
  if (global !== undefined) return instance(global, global.match[2] ?? 'app', false)
  for (const hit of hits) {
    const factory = enclosingFunction(hit)
    if (factory !== null) return fromFactory(code, hit, factory)
  }
  return null
}

function rank(hit: Hit): number {
  const name = usual.indexOf(baseName(hit.code.file))
  return hit.code.file.split('/').length * 100 + (name === -1 ? usual.length : name)
}

function instance(hit: Hit, name: string, isFactory: boolean): Instance {
  return { module: moduleOf(hit.code), name, isFactory, hit }
}

/** The function without required arguments that contains the line. */
function enclosingFunction(hit: Hit): string | null {
  for (const line of hit.code.lines.slice(0, hit.line - 1).toReversed()) {
    const match = /^(?:async[ \t]+)?def[ \t]+(\w{1,60})[ \t]*\(/.exec(line)
    if (match !== null) return match[1] ?? null
  }
  return null
}

/** A module that calls the factory and stores the result is the intended entry point. */
function fromFactory(code: readonly CodeFile[], created: Hit, factory: string): Instance {
  const call = new RegExp(`^()(\\w{1,60})[ \\t]*(?::[^=]{1,60})?=[ \\t]*(?:\\w{1,40}\\.)?${factory}\\(`)
  const caller = findLines(code, call).toSorted((a, b) => rank(a) - rank(b))[0]
  if (caller !== undefined) return instance(caller, caller.match[2] ?? 'app', false)
  return instance(created, factory, true)
}
