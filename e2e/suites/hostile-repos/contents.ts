/** Repositories whose files attack their reader. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Report as AnalysisReport } from '@longshore/analyzer/report'
import { createRepository, type RepositoryFile } from '../../fixtures/repository.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { hardTexts } from './hard-texts.ts'
import { type Canary, type Case, meet, type TestEnv } from './test-env.ts'

interface Contents extends Pick<Case, 'ends' | 'inspect' | 'withinMs'> {
  readonly files: (canary: Canary, isQuick: boolean) => Iterable<RepositoryFile>
}

const app = {
  path: 'package.json',
  content: '{"name":"shop","scripts":{"start":"node main.js"},"dependencies":{"express":"5"}}',
}
const aliasBomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefghijkl'
  .split('')
  .map((name, at) => `${name}: &${name} [${Array.from({ length: 10 }, () => `*${'abcdefghijkl'[at]}`).join(',')}]`)
  .join('\n')}\n`
const deepJson = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const deepFlow = `services: ${'{a: '.repeat(100_000)}1${'}'.repeat(100_000)}`
const deepBlock = Array.from({ length: 3_000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')

export const contents: Record<string, Contents> = {
  'links to secret files in place of manifests': {
    ends: ['report'],
    files: ({ secretFile }) =>
      [
        'package.json',
        'Dockerfile',
        'docker-compose.yml',
        '.env',
        'requirements.txt',
        'longshore.yaml',
        'Procfile',
      ].flatMap((path) => [
        { path, content: secretFile, mode: '120000' },
        { path: `apps/x/${path}`, content: '/etc/shadow', mode: '120000' },
      ]),
    inspect: (report) => (report.includes('"read":0') ? undefined : 'a link was read'),
  },
  'links to parents and to themselves': {
    ends: ['report'],
    files: () => [
      app,
      ...link('loop', '.'),
      ...link('up', '../../../../..'),
      ...link('self', 'self'),
      ...link('root', '/'),
    ],
  },
  'a manifest of 50 MB in one line': {
    ends: ['report'],
    files: () => [
      { path: 'package.json', content: `{"name":"${'a'.repeat(50_000_000)}"}` },
      { path: 'index.html', content: 'x' },
    ],
  },
  'a manifest that unpacks to 400 MB of zeros': {
    ends: ['report', 'repository_too_large'],
    files: (_canary, isQuick) => [
      { path: 'package.json', content: Buffer.alloc(isQuick ? 100_000_000 : 400_000_000) },
      { path: 'main.py', content: 'print(1)' },
    ],
  },
  'hundreds of files of a megabyte': {
    ends: ['report'],
    files: (_canary, isQuick) =>
      Array.from({ length: isQuick ? 100 : 400 }, (_, at) => ({
        path: `src/f${at}.js`,
        content: `// ${at}\n${'process.env.X_1;\n'.repeat(58_000)}`,
      })),
  },
  'an alias bomb in compose.yaml': {
    ends: ['report'],
    files: () => [{ path: 'compose.yaml', content: `${aliasBomb}services: *l\n` }],
  },
  'an alias bomb in pnpm-workspace.yaml': {
    ends: ['report'],
    files: () => [app, { path: 'pnpm-workspace.yaml', content: `${aliasBomb}packages: *l\n` }],
  },
  'an alias bomb in longshore.yaml': {
    ends: ['report'],
    files: () => [{ path: 'longshore.yaml', content: `${aliasBomb}services: *l\n` }],
  },
  'merge keys without end in compose.yaml': {
    ends: ['report'],
    files: () => [
      { path: 'compose.yaml', content: `x: &x\n  <<: *x\nservices:\n  web: &w\n    <<: [*w, *x]\n    image: a\n` },
    ],
  },
  'JSON that is 100,000 deep': {
    ends: ['report'],
    files: () =>
      ['package.json', 'composer.json', 'app.json', 'turbo.json', 'deno.json', 'tsconfig.json'].map((path) => ({
        path,
        content: deepJson,
      })),
  },
  'YAML that is 100,000 deep': {
    ends: ['report'],
    files: () => [
      { path: 'compose.yaml', content: deepFlow },
      { path: 'longshore.yaml', content: deepFlow },
      { path: 'pnpm-workspace.yaml', content: `packages: ${deepJson}` },
    ],
  },
  'YAML with 3,000 levels of blocks': {
    ends: ['report'],
    files: () => [{ path: 'compose.yaml', content: `services:\n${deepBlock}` }],
  },
  'TOML that is deep, long and wrong': {
    ends: ['report'],
    files: () => [
      { path: 'pyproject.toml', content: `a = ${'['.repeat(50_000)}` },
      { path: 'Cargo.toml', content: `[${'a.'.repeat(100_000)}b]\nx = 1` },
      { path: 'api/pyproject.toml', content: `a = """${'\\'.repeat(500_000)}` },
      { path: 'b/Cargo.toml', content: `${'[[a]]\n'.repeat(100_000)}a.b = 1\n[a]\n` },
      { path: 'fly.toml', content: '\u0000\uffff = = = [[[' },
    ],
  },
  '100,000 files': {
    ends: ['report'],
    files: function* (_canary, isQuick) {
      yield app
      for (let at = 0; at < (isQuick ? 30_000 : 100_000); at += 1)
        yield { path: `d${at % 300}/f${at}.js`, content: `${at % 50}` }
    },
  },
  'more files than the limit': {
    ends: ['repository_too_large'],
    files: function* () {
      for (let at = 0; at < 210_000; at += 1) yield { path: `d${at % 500}/${at}`, content: '' }
    },
  },
  'a tree of 4,000 levels': {
    ends: ['report', 'repository_too_large', 'repository_unreadable'],
    files: () => [app, { path: `${'d/'.repeat(4_000)}package.json`, content: app.content }],
  },
  'thousands of workspaces': {
    ends: ['report'],
    files: function* (_canary, isQuick) {
      yield { path: 'package.json', content: '{"private":true,"workspaces":["**/*","packages/**/**/**/*","!**/x/**"]}' }
      for (let at = 0; at < (isQuick ? 2_000 : 20_000); at += 1)
        yield {
          path: `packages/p${at}/package.json`,
          content: `{"name":"p${at}","scripts":{"start":"node x"},"dependencies":{"p${at + 1}":"*","express":"5"}}`,
        }
    },
  },
  'workspaces with patterns that take for ever': {
    ends: ['report'],
    files: () => [
      {
        path: 'package.json',
        content: JSON.stringify({
          workspaces: [`${'*a'.repeat(500)}b`, '**/'.repeat(500), `{${'a,'.repeat(5_000)}}`, '+(a|a+)+(a|a)*'],
        }),
      },
      {
        path: 'pnpm-workspace.yaml',
        content: `packages:\n  - '${'**/*'.repeat(300)}'\n  - '${'(a+)+'.repeat(100)}'\n`,
      },
      ...Array.from({ length: 300 }, (_, at) => ({
        path: `${'aaaaaaaaaaaaaaaaaaaa/'.repeat(1 + (at % 20))}${at}/package.json`,
        content: app.content,
      })),
    ],
  },
  'a manifest that names prototypes': {
    ends: ['report'],
    files: () => [
      {
        path: 'package.json',
        content:
          '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":1}},"scripts":{"__proto__":"x","start":"node a","constructor":"y"},"dependencies":{"__proto__":"1","toString":"2","hasOwnProperty":"1"},"workspaces":{"__proto__":["x"]}}',
      },
      {
        path: 'compose.yaml',
        content:
          'services:\n  __proto__:\n    image: a\n  constructor:\n    image: postgres\n    environment: {__proto__: x, hasOwnProperty: y}\n',
      },
      { path: 'pyproject.toml', content: '["__proto__"]\npolluted = 1\n[project]\nname = "__proto__"\n' },
    ],
    inspect: (report) => (report.includes('polluted') ? 'the prototype came through' : undefined),
  },
  'values of the wrong kind everywhere': {
    ends: ['report'],
    files: () => [
      {
        path: 'package.json',
        content:
          '{"name":{"a":1},"scripts":[1,2,null],"dependencies":"all","engines":[],"workspaces":7,"packageManager":{},"main":[]}',
      },
      { path: 'composer.json', content: '[{"require":1}]' },
      { path: 'compose.yaml', content: 'services: [1, {a: b}]\nvolumes: 3\n' },
      { path: 'longshore.yaml', content: '- 1\n- {services: 4}\n' },
      { path: 'app.json', content: '"text"' },
      { path: 'pyproject.toml', content: 'project = 1\n[tool]\npoetry = [1]\n' },
      { path: 'turbo.json', content: 'null' },
      { path: 'deno.json', content: '1e999' },
    ],
  },
  'text that is hard on regular expressions': {
    ends: ['report'],
    files: (_canary, isQuick) => hardTexts(isQuick ? 0.5 : 1),
  },
  'a report with more than a report may hold': {
    ends: ['report'],
    files: () => [
      {
        path: 'compose.yaml',
        content: `services:\n${Array.from({ length: 5_000 }, (_, at) => `  s${at}:\n    image: nginx:${at}\n    ports: ["80"]\n    environment:\n      K${at}: v\n`).join('')}`,
      },
      {
        path: '.env.example',
        content: Array.from({ length: 50_000 }, (_, at) => `KEY_${at}=${'v'.repeat(20)}`).join('\n'),
      },
      {
        path: 'Procfile',
        content: Array.from({ length: 5_000 }, (_, at) => `p${at}: run ${'x'.repeat(3_000)}`).join('\n'),
      },
    ],
  },
  'BOMs, UTF-16, NULs and broken UTF-8': {
    ends: ['report'],
    files: () => [
      { path: 'package.json', content: `\ufeff${app.content}` },
      { path: 'requirements.txt', content: Buffer.from('\ufeffflask==3\n', 'utf16le') },
      { path: 'go.mod', content: Buffer.from([0x6d, 0x6f, 0x64, 0xff, 0xfe, 0xc3, 0x28, 0x0a]) },
      { path: 'Gemfile', content: Buffer.concat([Buffer.from('gem "rails"\n'), Buffer.alloc(4_096)]) },
      { path: 'main.py', content: Buffer.from([0xfe, 0xff, 0x00, 0x61, 0xd8, 0x00]) },
    ],
  },
  'a Dockerfile with a foreign frontend and addresses of this machine': {
    ends: ['report'],
    files: ({ port, touch }) => [
      {
        path: 'Dockerfile',
        content: `# syntax=127.0.0.1:${port}/evil/frontend:1\n# escape=\`\nFROM 127.0.0.1:${port}/x AS a\nADD http://127.0.0.1:${port}/x /x\nADD git@127.0.0.1:${port}/y.git /y\nRUN touch ${touch}\nWORKDIR /proc/self/fd/9\nRUN --mount=type=bind,from=a,source=/ id\nEXPOSE 99999999999\nHEALTHCHECK CMD touch ${touch}\nCMD ["touch", "${touch}"]\n`,
      },
    ],
  },
  'a compose file that wants the host': {
    ends: ['report'],
    files: ({ port, secretFile, touch }) => [
      {
        path: 'compose.yaml',
        content: `include:\n  - oci://127.0.0.1:${port}/evil\n  - ${secretFile}\nservices:\n  web:\n    build: { context: "http://127.0.0.1:${port}/x.git#main", dockerfile: ${secretFile} }\n    extends: { file: ${secretFile}, service: x }\n    env_file: [${secretFile}, ../../../../etc/shadow]\n    privileged: true\n    pid: host\n    volumes: ["/:/host", "/var/run/docker.sock:/s"]\n    command: ["sh", "-c", "touch ${touch}"]\n    image: "$\{X:-$(touch ${touch})}"\nsecrets: { a: { file: ${secretFile} } }\nconfigs: { a: { file: /etc/shadow } }\n`,
      },
    ],
  },
  'attributes, filters and hooks that want to run': {
    ends: ['report'],
    files: ({ touch }) => [
      app,
      {
        path: '.gitattributes',
        content: '* filter=evil diff=evil merge=evil working-tree-encoding=UTF-16 ident export-subst text eol=crlf\n',
      },
      {
        path: '.gitconfig',
        content: `[core]\n\tfsmonitor = touch ${touch}\n\tsshCommand = touch ${touch}\n[filter "evil"]\n\tsmudge = touch ${touch}\n`,
      },
      { path: '.lfsconfig', content: `[lfs]\n\turl = http://127.0.0.1:1/\n\tcustomtransfer.x.path = touch ${touch}\n` },
      { path: '.husky/post-checkout', content: `#!/bin/sh\ntouch ${touch}\n`, mode: '100755' },
      { path: 'hooks/post-checkout', content: `#!/bin/sh\ntouch ${touch}\n`, mode: '100755' },
      { path: '.npmrc', content: `node-options=--require=${touch}\n` },
      { path: '.envrc', content: `touch ${touch}\n` },
    ],
  },
  'LFS pointers to addresses of this machine': {
    ends: ['report'],
    files: ({ port }) => [
      { path: '.gitattributes', content: '*.json filter=lfs diff=lfs merge=lfs -text\n' },
      { path: '.lfsconfig', content: `[lfs]\n\turl = http://127.0.0.1:${port}/lfs\n\tallowincompletepush = true\n` },
      {
        path: 'package.json',
        content: `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`,
      },
    ],
  },
  'submodules that want to run or to be written elsewhere': {
    ends: ['report'],
    files: ({ port, touch }) => [
      app,
      {
        path: '.gitmodules',
        content: `[submodule "a"]\n\tpath = "a\\r"\n\turl = ext::sh -c touch% ${touch}\n[submodule "b"]\n\tpath = b\n\turl = -u./payload\n[submodule "../../hooks"]\n\tpath = ../../hooks\n\turl = file://${touch}\n[submodule "d"]\n\tpath = d\n\turl = http://127.0.0.1:${port}/d.git\n\tupdate = !touch ${touch}\n`,
      },
      { path: Buffer.from('a\r'), content: '../.git/modules/a/hooks', mode: '120000' },
      { path: 'payload', content: `#!/bin/sh\ntouch ${touch}\n`, mode: '100755' },
    ],
  },
  'names that are options and commands': {
    ends: ['report'],
    files: ({ touch }) =>
      [
        `--upload-pack=touch ${touch.replaceAll('/', '_')}`,
        '-c',
        '--output=x',
        '$(id)',
        '`id`',
        ';id',
        '|id',
        "'; id; '",
        'a b',
        '{{7*7}}',
        '<img src=x onerror=alert(1)>',
      ].flatMap((name) => [
        { path: `${name}/package.json`, content: app.content },
        { path: `${name}/Dockerfile`, content: 'FROM scratch\n' },
      ]),
  },
  'commands that would break out of a generated Dockerfile': {
    ends: ['report'],
    files: ({ touch }) => [
      {
        path: 'package.json',
        content: JSON.stringify({
          name: 'x\nRUN touch y',
          engines: { node: '22\nRUN id' },
          packageManager: 'pnpm@9\nRUN id',
          scripts: { build: `a\nUSER root\nRUN touch ${touch}`, start: 'node x\nUSER root' },
          dependencies: { next: '15' },
        }),
      },
      { path: '.nvmrc', content: '22\nRUN id\n' },
      { path: '.tool-versions', content: 'nodejs 22$(id)\n' },
    ],
    inspect: (report) =>
      dockerfilesOf(report).some((text) => /^(?:USER root|RUN (?:id|touch))/m.test(text))
        ? 'a line of the repository is an instruction of the Dockerfile'
        : undefined,
  },
  'nothing at all': { ends: ['report', 'repository_empty'], files: () => [] },
}

export async function meetContents(testEnv: TestEnv): Promise<void> {
  await inParallel(Object.entries(contents), testEnv.lanes, async ([what, each]) => {
    const name = await createContents(testEnv, what, each)
    await meet(testEnv, { what, remote: { url: testEnv.server.url(name), credential: null }, ...each })
  })
}

/** Returns the name of its folder. */
export async function createContents(testEnv: TestEnv, what: string, { files }: Contents): Promise<string> {
  const name = `contents-${what.replaceAll(/[^a-z0-9]+/gi, '-')}.git`
  const folder = join(testEnv.folder, name)
  if (!existsSync(folder)) await createRepository(folder, files(testEnv.canary, testEnv.isQuick))
  return name
}

/** The services in a report that come from the test's own files. */
function dockerfilesOf(text: string): string[] {
  const { report }: { report: AnalysisReport } = JSON.parse(text)
  return report.services.map((service) => service.dockerfile?.text ?? '')
}

function link(path: string, content: string): RepositoryFile[] {
  return [{ path, content, mode: '120000' }]
}
