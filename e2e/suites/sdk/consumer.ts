/** The package as npm packs it, installed in another project. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { packSdk } from '../../../tools/sdk/pack.ts'
import type { Report } from '../../support/report.ts'

const run = promisify(execFile)
const source = join(import.meta.dirname, '../../../packages/sdk')
/** About 650 bytes for each operation, most of them types and their descriptions. */
const maxPackedBytes = 180_000
/** Compressed size. A page of the dashboard can have 200 kB in total. */
const maxClientBytes = 8_000
const maxAllOperationsBytes = 12_000

export interface Consumer extends AsyncDisposable {
  /** The folder of a project with `@longshore/sdk` among its packages. */
  readonly folder: string
  /** One bundle for browsers. */
  bundle(program: string): Promise<string>
}

export async function installPacked(report: Report): Promise<Consumer> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'longshore-sdk-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const packing = join(folder, 'packing')
  const packed = await packSdk(packing)
  await checkContent(report, packed)
  const installed = join(folder, 'node_modules/@longshore/sdk')
  await mkdir(installed, { recursive: true })
  await run('tar', ['--extract', '--gzip', '--strip-components=1', '--file', packed.tarball, '--directory', installed])
  for (const name of await readdir(join(source, 'node_modules')))
    if (!name.startsWith('.')) await symlink(join(source, 'node_modules', name), join(folder, 'node_modules', name))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  await cp(join(installed, 'examples'), join(folder, 'examples'), { recursive: true })
  const bundle = (program: string) => bundleText(folder, program)
  await checkSizes(report, bundle)
  const owned = stack.move()
  return { folder, bundle, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Each source file as JavaScript and as types, the examples, and nothing else. */
async function checkContent(report: Report, packed: { files: string[]; packedBytes: number }): Promise<void> {
  const sources = (await readdir(join(source, 'src'))).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const built = sources.flatMap((name) => [`dist/${name.replace(/ts$/, 'js')}`, `dist/${name.replace(/ts$/, 'd.ts')}`])
  const examples = (await readdir(join(source, 'examples'))).map((name) => `examples/${name}`)
  const expected = ['LICENSE', 'README.md', 'package.json', ...built, ...examples].sort()
  const difference = [
    ...packed.files.filter((file) => !expected.includes(file)).map((file) => `+${file}`),
    ...expected.filter((file) => !packed.files.includes(file)).map((file) => `-${file}`),
  ]
  report.figure('packed_files', packed.files.length)
  report.figure('packed_bytes', packed.packedBytes)
  report.expect(difference.length === 0, `the package holds other files than meant: ${difference.join(', ')}`)
  report.expect(packed.packedBytes <= maxPackedBytes, `the package has ${packed.packedBytes} bytes`)
}

async function checkSizes(report: Report, bundle: (program: string) => Promise<string>): Promise<void> {
  const head = `import { createClient, createSession } from '@longshore/sdk'\n`
  const one = await bundle(
    `${head}import { getProject } from '@longshore/sdk/operations'\nglobalThis.used = [createClient, createSession, getProject]`,
  )
  const all = await bundle(
    `${head}import * as operations from '@longshore/sdk/operations'\nglobalThis.used = [createClient, createSession, Object.values(operations)]`,
  )
  const [clientBytes, allBytes] = [one, all].map((text) => gzipSync(text).length)
  report.figure('client_gzip_bytes', clientBytes ?? 0)
  report.figure('all_operations_gzip_bytes', allBytes ?? 0)
  report.expect(
    (clientBytes ?? 0) <= maxClientBytes,
    `the client has ${clientBytes} bytes, more than ${maxClientBytes}`,
  )
  report.expect((allBytes ?? 0) <= maxAllOperationsBytes, `with all operations it has ${allBytes} bytes`)
  report.expect(!one.includes('/projects/{id}/finalize'), 'operations without an import are dropped')
  report.expect(!one.includes('age-encryption.org'), 'programs that reveal no secrets do not load the encryption')
}

async function bundleText(folder: string, program: string): Promise<string> {
  const input = join(folder, `program-${crypto.randomUUID()}.ts`)
  await writeFile(input, program)
  await using build = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  return output[0].code
}

/** Reads programs that are files in this folder. */
export async function readProgram(name: string): Promise<string> {
  return await readFile(join(import.meta.dirname, name), 'utf8')
}
