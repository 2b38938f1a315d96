/** Trees and commits that git itself would not write, as raw objects. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { createBare } from '../../fixtures/repository.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { type Case, meet, type TestEnv } from './test-env.ts'

interface Entry {
  mode: string
  name: string | Buffer
  id: string
}
interface Odd extends Pick<Case, 'ends' | 'inspect'> {
  /** Writes what it needs and gives the id that `main` names. */
  build(store: Store): Promise<string>
}

/** Writes loose objects without validating them. */
class Store {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  async put(type: string, content: Buffer): Promise<string> {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
    const id = createHash('sha1').update(object).digest('hex')
    await mkdir(join(this.#folder, 'objects', id.slice(0, 2)), { recursive: true })
    await writeFile(join(this.#folder, 'objects', id.slice(0, 2), id.slice(2)), deflateSync(object))
    return id
  }

  blob(text: string): Promise<string> {
    return this.put('blob', Buffer.from(text))
  }

  tree(entries: readonly Entry[]): Promise<string> {
    const parts = entries.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.of(0),
      Buffer.from(id, 'hex'),
    ])
    return this.put('tree', Buffer.concat(parts))
  }

  async commit(tree: string, options: { author?: string; message?: string } = {}): Promise<string> {
    const author = options.author ?? 'suite <suite@example.com> 1700000000 +0000'
    return await this.put(
      'commit',
      Buffer.from(`tree ${tree}\nauthor ${author}\ncommitter ${author}\n\n${options.message ?? 'odd'}\n`),
    )
  }
}

const manifest = '{"name":"ODDONE","scripts":{"start":"node x"},"dependencies":{"express":"5"}}'
const file = (name: string | Buffer, id: string): Entry => ({ mode: '100644', name, id })

export const trees: Record<string, Odd> = {
  'names that lead out of the tree': {
    ends: ['report', 'repository_unreadable'],
    build: async (store) => {
      const id = await store.blob(manifest)
      const names = [
        '..',
        '.',
        '../../../../tmp/x',
        '/etc/cron.d/x',
        'a/../../b',
        'a//b',
        '.git',
        '.GIT',
        'git~1',
        '.git ',
        '.git\u200c',
        'a\\..\\b',
      ]
      const inner = await store.tree([file('config', id), file('package.json', id)])
      const folders = ['..', '.git', '.'].map((name) => ({ mode: '40000', name, id: inner }))
      return await store.commit(await store.tree([...names.map((name) => file(name, id)), ...folders]))
    },
    inspect: (report) =>
      /\.\.\/|"\/|\.git\/|ODDONE/i.test(report) ? 'a name that leads out is in the report' : undefined,
  },
  'names that are no UTF-8, with line ends and escape sequences': {
    ends: ['report'],
    build: async (store) => {
      const id = await store.blob(manifest)
      const bad = [
        Buffer.from([0xff, 0xfe, 0x2f]),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('a\nb'),
        Buffer.from('\u001b]0;x\u0007'),
        Buffer.from('a\rb'),
        Buffer.from('\u202egnp.js'),
        Buffer.from('x\u2028y'),
        Buffer.alloc(5_000, 'n'),
      ]
      const inner = await store.tree([file('package.json', id)])
      const entries = bad.flatMap((name) => [
        file(name, id),
        { mode: '40000', name: Buffer.concat([name, Buffer.from('d')]), id: inner },
      ])
      return await store.commit(await store.tree([...entries, file('zz-package.json', id)]))
    },
    inspect: (report) =>
      /ODDONE|\\u001b|\\r|\\n(?!")/.test(report.replaceAll(/"text":"(?:[^"\\]|\\.)*"/g, ''))
        ? 'an odd name is in the report'
        : undefined,
  },
  'ten thousand million files in eleven trees': {
    ends: ['repository_too_large'],
    build: async (store) => {
      let id = await store.blob('x')
      let mode = '100644'
      for (let level = 0; level < 10; level += 1) {
        const below = { mode, id }
        id = await store.tree(Array.from({ length: 10 }, (_, at) => ({ ...below, name: `f${at}` })))
        mode = '40000'
      }
      return await store.commit(id)
    },
  },
  'a name twice, as a link and as a folder': {
    ends: ['report', 'repository_unreadable'],
    build: async (store) => {
      const id = await store.blob(manifest)
      const target = await store.blob('/etc')
      const inner = await store.tree([file('package.json', id), file('passwd', id)])
      return await store.commit(
        await store.tree([
          { mode: '120000', name: 'a', id: target },
          { mode: '40000', name: 'a', id: inner },
          file('package.json', id),
          file('package.json', target),
        ]),
      )
    },
  },
  'modes that do not exist': {
    ends: ['report', 'repository_unreadable'],
    build: async (store) => {
      const id = await store.blob(manifest)
      return await store.commit(
        await store.tree(
          ['100777', '104755', '0', '60000', '20666', '999999', '010644'].map((mode, at) => ({
            mode,
            name: `f${at}`,
            id,
          })),
        ),
      )
    },
  },
  'objects that are not there': {
    ends: [
      'report',
      'repository_unreadable',
      'host_unreachable',
      'repository_not_found',
      'host_failed',
      'branch_not_found',
    ],
    build: async (store) =>
      await store.commit(
        await store.tree([file('package.json', '1'.repeat(40)), { mode: '40000', name: 'src', id: '2'.repeat(40) }]),
      ),
  },
  'a tree that is cut off': {
    ends: ['repository_unreadable', 'host_unreachable', 'host_failed', 'branch_not_found'],
    build: async (store) => await store.commit(await store.put('tree', Buffer.from('100644 package.json\0short'))),
  },
  'a branch that names a blob': {
    ends: ['repository_unreadable', 'branch_not_found'],
    build: (store) => store.blob(manifest),
  },
  'a file that is a commit, and ten thousand submodules': {
    ends: ['report', 'repository_unreadable'],
    build: async (store) =>
      await store.commit(
        await store.tree(
          Array.from({ length: 10_000 }, (_, at) => ({
            mode: '160000',
            name: `m${String(at).padStart(5, '0')}`,
            id: at.toString(16).padStart(40, '0'),
          })),
        ),
      ),
  },
  'a commit that shouts': {
    ends: ['report'],
    build: async (store) =>
      await store.commit(await store.tree([file('package.json', await store.blob(manifest))]), {
        author: '\u001b[31mroot\u202e <x> 99999999999999999999 +9999',
        message: `\u001b]0;x\u0007\u0000${'m'.repeat(900_000)}`,
      }),
    inspect: (report) =>
      report.includes('\\u001b') || report.length > 200_000 ? 'the commit is told as it is' : undefined,
  },
  'a commit of many megabytes': {
    ends: ['report', 'repository_unreadable', 'repository_too_large'],
    build: async (store) => await store.commit(await store.tree([]), { message: 'm'.repeat(5_000_000) }),
  },
}

export async function meetTrees(testEnv: TestEnv): Promise<void> {
  await inParallel(Object.entries(trees), testEnv.lanes, async ([what, each]) => {
    const name = await createTree(testEnv, what, each)
    const remote = { url: testEnv.server.url(name), credential: null }
    await meet(testEnv, { what, remote, ref: { branch: 'main' }, ...each })
  })
}

/** Returns the name of its folder. */
export async function createTree(testEnv: TestEnv, what: string, { build }: Odd): Promise<string> {
  const name = `trees-${what.replaceAll(/[^a-z0-9]+/gi, '-')}.git`
  const folder = join(testEnv.folder, name)
  if (existsSync(folder)) return name
  await createBare(folder)
  await writeFile(join(folder, 'refs/heads/main'), `${await build(new Store(folder))}\n`)
  return name
}
