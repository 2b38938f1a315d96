/** Static site generators and bundlers of single-page apps: the deployment consists of files. */
import { type Claim, claim } from '../../../claim.ts'
import { type CodeFile, findLine, type Hit, sourceOf } from '../../code/code-file.ts'
import { joinPath, relativeTo } from '../../folder-paths.ts'
import type { NodeContext } from '../context.ts'
import { dependsOn, scriptSource } from '../manifest.ts'
import { stepsOf } from '../scripts.ts'
import { byDependency, type Shape, staticShape, usual } from '../shape.ts'

interface Generator {
  readonly name: string
  readonly packages: readonly string[]
  readonly build: string
  readonly output: string
  readonly isSinglePage: boolean
  /** It also builds libraries and programs: only one of these packages means that there is a page. */
  readonly pages?: readonly string[]
  /** A file that can set another folder, and the pattern for it. */
  readonly setting?: { readonly files: readonly string[]; readonly pattern: RegExp }
}

const outDir = /\boutputDir ?: ?["'`]([\w./-]{1,80})["'`]/

/** Frameworks come before the tools that they build on. */
const generators: readonly Generator[] = [
  { name: 'gatsby', packages: ['gatsby'], build: 'gatsby build', output: 'public', isSinglePage: false },
  { name: 'docusaurus', packages: ['@docusaurus/core', 'docusaurus'], build: 'docusaurus build', output: 'build', isSinglePage: false },
  { name: 'eleventy', packages: ['@11ty/eleventy'], build: 'eleventy', output: '_site', isSinglePage: false, setting: { files: ['.eleventy', 'eleventy.config'], pattern: /\boutput\s{0,5}:\s{0,5}["'`]([\w./-]{1,80})["'`]/ } },
  { name: 'hexo', packages: ['hexo'], build: 'hexo generate', output: 'public', isSinglePage: false },
  { name: 'create-react-app', packages: ['react-scripts', '@craco/craco', 'react-app-rewired'], build: 'react-scripts build', output: 'build', isSinglePage: true },
  { name: 'vue-cli', packages: ['@vue/cli-service'], build: 'vue-cli-service build', output: 'dist', isSinglePage: true, setting: { files: ['vue.config'], pattern: outDir } },
  { name: 'quasar', packages: ['@quasar/app-vite', '@quasar/app-webpack', '@quasar/app'], build: 'quasar build', output: 'dist/spa', isSinglePage: true },
  { name: 'preact-cli', packages: ['preact-cli'], build: 'preact build', output: 'build', isSinglePage: true },
  { name: 'ember', packages: ['ember-cli'], build: 'ember build --environment=production', output: 'dist', isSinglePage: true },
  { name: 'rsbuild', packages: ['@rsbuild/core'], build: 'rsbuild build', output: 'dist', isSinglePage: true },
  { name: 'rspack', packages: ['@rspack/cli'], build: 'rspack build', output: 'dist', isSinglePage: true, pages: ['index.html', 'src/index.html', 'public/index.html'] },
  { name: 'vite', packages: ['vite', 'rolldown-vite'], build: 'vite build', output: 'dist', isSinglePage: true },
  { name: 'parcel', packages: ['parcel', 'parcel-bundler'], build: 'parcel build', output: 'dist', isSinglePage: true },
  { name: 'webpack', packages: ['webpack-dev-server', 'html-webpack-plugin'], build: 'webpack --mode production', output: 'dist', isSinglePage: true },
] // biome-ignore format: a table

export async function detectStaticSite(context: NodeContext): Promise<Shape | null> {
  for (const generator of generators) {
    const framework = byDependency(context, generator.name, ...generator.packages)
    if (framework === null || generator.pages?.some((page) => context.folder.has(page)) === false) continue
    if (generator.name === 'vite') return await detectVite(context, framework, generator)
    const files =
      generator.setting === undefined
        ? []
        : [await context.config(...generator.setting.files)].filter((one) => one !== null)
    const stated = generator.setting === undefined ? null : findLine(files, generator.setting.pattern)
    const folder =
      stated === null
        ? (flagOutput(context) ?? usual(generator.output, ...framework.sources))
        : claim(tidy(stated.match[1] ?? ''), 1, sourceOf(stated))
    return staticShape(framework, generator.build, folder, generator.isSinglePage)
  }
  return null
}

/** Vite with neither index.html nor a framework on top builds a library, which has no page. */
async function detectVite(context: NodeContext, framework: Claim<string>, generator: Generator): Promise<Shape | null> {
  const config = await context.config('vite.config')
  const files: CodeFile[] = config === null ? [] : [config]
  if (findLine(files, /\blib\s{0,5}:\s{0,5}\{/) !== null) return null
  const root = quotedAfter(files, /\broot ?:/)
  const base = root === null ? '.' : (joinPath('.', root.value) ?? '.')
  const page = base === '.' ? 'index.html' : `${base}/index.html`
  if (!context.folder.has(page) && !context.folder.has('index.html') && !context.folder.has('client/index.html'))
    return null
  const stated = quotedAfter(files, /\boutDir ?:/)
  // A path that was resolved from the configuration's folder is no longer relative to Vite's root.
  const isResolved = stated !== null && /\b(?:resolve|join)\(/.test(stated.before)
  const from = isResolved ? '.' : base
  const inside = joinPath(from, stated?.value ?? generator.output)
  const folder = inside ?? generator.output
  const place = stated === null ? framework.sources : [sourceOf(stated.hit)]
  const output = stated === null ? (flagOutput(context) ?? usual(folder, ...place)) : claim(folder, 1, ...place)
  const shape = staticShape(framework, generator.build, output, true)
  return inside === null && stated !== null ? { ...shape, outside: outsideOf(context, base, stated.value) } : shape
}

/** Handles `../../dist/apps/web`: monorepos collect their build output at the root. */
function outsideOf({ folder, workspace }: NodeContext, base: string, path: string): string | null {
  const root = workspace?.root ?? folder.path
  const from = joinPath(relativeTo(root, folder.path), base)
  return from === null ? null : joinPath(from, path)
}

/**
 * Returns the quoted text after a marker in the same line. Two steps, because a single expression would be too slow on
 * a hostile line.
 */
function quotedAfter(files: readonly CodeFile[], mark: RegExp): { value: string; before: string; hit: Hit } | null {
  const hit = findLine(files, mark)
  if (hit === null) return null
  const rest = hit.match.input.slice(hit.match.index + hit.match[0].length)
  const quoted = /["'`]([\w./-]{1,80})["'`]/.exec(rest)
  return quoted?.[1] === undefined ? null : { value: quoted[1], before: rest.slice(0, quoted.index), hit }
}

/** Matches `--outDir site`, `-o out`, `--dist-dir www`, and `BUILD_PATH=www` in the build script. */
function flagOutput(context: NodeContext): Claim<string> | null {
  const last = stepsOf(context.manifest, 'build')?.at(-1)
  if (last === undefined) return null
  const at = last.args.findIndex((word) =>
    /^(?:--outDir|--out-dir|--output-path|--output|--dist-dir|--dest|--out|-o)$/.test(word),
  )
  const inline = last.args
    .map((word) => /^(?:--outDir|--out-dir|--output|--dist-dir|--dest|--output-path)=([\w./-]{1,80})$/.exec(word)?.[1])
    .find((one) => one !== undefined)
  const value = inline ?? (at === -1 ? undefined : last.args[at + 1]) ?? last.env.get('BUILD_PATH')
  return value === undefined || !/^[\w./-]{1,80}$/.test(value)
    ? null
    : claim(tidy(value), 1, scriptSource(context.manifest, last.script))
}

export async function detectVitePress(context: NodeContext): Promise<Shape | null> {
  for (const [name, packages] of [
    ['vitepress', ['vitepress']],
    ['vuepress', ['vuepress', '@vuepress/cli']],
  ] as const) {
    const framework = byDependency(context, name, ...packages)
    if (framework === null || (name === 'vitepress' && dependsOn(context.manifest, 'express'))) continue
    const script = [...context.manifest.scripts].find(([, text]) => text.includes(`${name} build`))
    const folder = script === undefined ? 'docs' : (/ build ([\w./-]{1,80})/.exec(script[1])?.[1] ?? '.')
    const output = tidy(`${folder}/.${name}/dist`)
    const shape = staticShape(framework, `${name} build ${folder}`, usual(output, ...framework.sources))
    // These are often the documentation of a library, with a separate build script.
    return script === undefined ? shape : { ...shape, build: `script:${script[0]}` }
  }
  return null
}

function tidy(path: string): string {
  return joinPath('.', path) ?? 'dist'
}
