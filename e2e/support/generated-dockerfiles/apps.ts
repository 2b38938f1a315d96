/** Small real apps, and a quickly written Dockerfile for each. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SampleApp {
  readonly name: string
  /** Part of the answer to `GET /`. */
  readonly answer: string
  /** Changed for the second build, without an effect on packages. */
  readonly source: string
  readonly plain: string
  readonly isQuick: boolean
  /** Built and run, but not compared with the plain image, because compilers take minutes. */
  readonly isOnlyRun?: boolean
  /** For programs that listen on a configured address. */
  readonly port?: number
}

const plainNode = (...lines: string[]) =>
  ['FROM node:24-slim', 'WORKDIR /app', 'COPY . .', 'RUN npm install', ...lines, ''].join('\n')
const plainPython = (command: string) =>
  [
    'FROM python:3.11-slim',
    'WORKDIR /app',
    'COPY . .',
    'RUN pip install -r requirements.txt',
    `CMD ${command}`,
    '',
  ].join('\n')

export const sampleApps: readonly SampleApp[] = [
  {
    name: 'express',
    answer: 'hello from express',
    source: 'server.js',
    plain: plainNode('CMD npm start'),
    isQuick: true,
  },
  {
    name: 'go',
    answer: 'hello from go',
    source: 'main.go',
    plain: 'FROM golang:1.26\nWORKDIR /app\nCOPY . .\nRUN go build -o server .\nCMD ./server\n',
    isQuick: false,
  },
  {
    name: 'static',
    answer: 'hello from static',
    source: 'index.html',
    plain: 'FROM caddy:2\nCOPY . /usr/share/caddy\n',
    isQuick: true,
  },
  {
    name: 'fastify',
    answer: 'hello from fastify',
    source: 'src/server.ts',
    plain: plainNode('RUN npm run build', 'CMD npm start'),
    isQuick: false,
  },
  {
    name: 'vite',
    answer: 'hello from vite',
    source: 'src/main.js',
    plain: plainNode('RUN npm run build', 'CMD npx vite preview --host --port 80'),
    isQuick: false,
  },
  {
    name: 'fastapi',
    answer: 'hello from fastapi',
    source: 'app/main.py',
    plain: plainPython('uvicorn app.main:app --host 0.0.0.0 --port 8000'),
    isQuick: false,
  },
  {
    name: 'flask',
    answer: 'hello from flask',
    source: 'app.py',
    plain: plainPython('gunicorn app:app --bind 0.0.0.0:8000'),
    isQuick: false,
  },
  {
    name: 'mkdocs',
    answer: 'hello from mkdocs',
    source: 'docs/index.md',
    plain: plainPython('mkdocs serve --dev-addr 0.0.0.0:8000'),
    isQuick: false,
  },
  ...['bun', 'deno', 'rust', 'java'].map((name) => onlyRun(name)),
  { ...onlyRun('ruby'), port: 3000 },
]

function onlyRun(name: string): SampleApp {
  return { name, answer: `hello from ${name}`, source: '', plain: '', isQuick: false, isOnlyRun: true }
}

/** The files of an app, as in a commit. */
export async function readApp(name: string): Promise<Record<string, string>> {
  const folder = join(import.meta.dirname, 'apps', name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')])),
  )
}

/** Appends a comment in the language's syntax. */
export function touch(path: string, text: string): string {
  if (path.endsWith('.py')) return `${text}# changed\n`
  return /\.(?:html|md)$/.test(path) ? `${text}<!-- changed -->\n` : `${text}// changed\n`
}

/** Images that a Dockerfile builds on, without its own stages. */
export function basesOf(text: string): string[] {
  const stages = [...text.matchAll(/^FROM (\S+)(?: AS (\S+))?/gim)]
  const own = new Set(stages.map((match) => match[2]))
  return stages.flatMap((match) => (match[1] === undefined || own.has(match[1]) ? [] : [match[1]]))
}
