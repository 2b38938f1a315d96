/** A quickly written Dockerfile for each app: one stage, the folder, the install command, the start command. */
import type { RepositoryFile } from '../../e2e/fixtures/repository.ts'

export interface BuiltApp {
  /** Name in the catalog of starters. */
  readonly name: string
  /** Changed for the second build: a file that doesn't affect packages. */
  readonly source: string
  readonly plain: string
  /** Files that determine packages, which a careful author copies first. */
  readonly manifests: readonly string[]
  readonly isQuick?: boolean
}

const node = (source: string, start: string, build: string | null = 'npm run build') => ({
  source,
  plain: lines(
    'FROM node:24-slim',
    'WORKDIR /app',
    'COPY . .',
    'RUN npm ci',
    build === null ? '' : `RUN ${build}`,
    `CMD ${start}`,
  ),
  manifests: ['package.json', 'package-lock.json'],
})
const python = (source: string, start: string) => ({
  source,
  plain: lines(
    'FROM python:3.11-slim',
    'WORKDIR /app',
    'COPY . .',
    'RUN pip install -r requirements.txt',
    `CMD ${start}`,
  ),
  manifests: ['requirements.txt'],
})
const go = (source: string) => ({
  source,
  plain: lines('FROM golang:1.26', 'WORKDIR /app', 'COPY . .', 'RUN go build -o server .', 'CMD ./server'),
  manifests: ['go.mod'],
})

export const builtApps: readonly BuiltApp[] = [
  { name: 'next-16', ...node('app/page.tsx', 'npm start') },
  { name: 'vite-react', ...node('src/App.tsx', 'npx vite preview --host --port 80'), isQuick: true },
  { name: 'vue', ...node('src/App.vue', 'npx vite preview --host --port 80') },
  { name: 'sveltekit-node', ...node('src/routes/+page.svelte', 'node build') },
  { name: 'angular', ...node('src/app/app.ts', 'npx ng serve --host 0.0.0.0') },
  { name: 'nest', ...node('src/app.service.ts', 'npm run start:prod') },
  { name: 'express', ...node('app.js', 'npm start', null), isQuick: true },
  { name: 'fastify', ...node('app.js', 'npm start', null) },
  { name: 'vitepress', ...node('docs/index.md', 'npx vitepress preview docs --host', 'npm run docs:build') },
  { name: 'eleventy', ...node('index.md', 'npx eleventy --serve') },
  { name: 'mkdocs', ...python('docs/index.md', 'mkdocs serve --dev-addr 0.0.0.0:8000') },
  { name: 'gin', ...go('main.go') },
]

/** Packages stay in their layer if only sources change. */
export function carefully({ plain, manifests }: BuiltApp): string {
  const [, install = ''] = /^(RUN (?:npm ci|pip install .*))$/m.exec(plain) ?? []
  if (install === '') return plain
  return plain.replace(`COPY . .\n${install}`, `COPY ${manifests.join(' ')} ./\n${install}\nCOPY . .`)
}

/** Appends a comment in the syntax of the language. */
export function changed({ source }: BuiltApp, files: readonly RepositoryFile[]): RepositoryFile[] {
  const file = files.find(({ path }) => String(path) === source)
  if (file === undefined) throw new Error(`there is no ${source}`)
  const comment = /\.(?:md|vue|svelte|html)$/.test(source) ? '<!-- changed -->' : '// changed'
  return files.map((each) => (each === file ? { ...file, content: `${file.content.toString()}\n${comment}\n` } : each))
}

function lines(...all: string[]): string {
  return `${all.filter((line) => line !== '').join('\n')}\n`
}
