/** Node next to another language, only while assets are built: Rails, Laravel, Symfony, Phoenix. */
import type { Folder } from '../folder.ts'
import type { ImageStep } from '../images/image-plan.ts'
import { copy, copyFrom, run } from '../images/steps.ts'

export const nodeImage = 'node:24-slim'

interface NodeTool {
  readonly install: string
  readonly run: string
  readonly files: readonly string[]
}

export function nodeTool(folder: Folder): NodeTool {
  const files = [
    'package.json',
    'package-lock.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lock',
    'bun.lockb',
    '.npmrc',
  ].filter((name) => folder.has(name))
  if (folder.has('pnpm-lock.yaml'))
    return { install: 'npm install -g pnpm && pnpm install --frozen-lockfile', run: 'pnpm run', files }
  if (folder.has('yarn.lock'))
    return { install: 'npm install -g --force yarn && yarn install --frozen-lockfile', run: 'yarn', files }
  if (folder.has('bun.lock') || folder.has('bun.lockb'))
    return { install: 'npm install -g bun && bun install --frozen-lockfile', run: 'bun run', files }
  return { install: folder.has('package-lock.json') ? 'npm ci' : 'npm install', run: 'npm run', files }
}

/** Installs Node and the packages into an image with another base. */
export function nodeInstall(folder: Folder): ImageStep[] {
  const tool = nodeTool(folder)
  return [copyFrom(nodeImage, '/usr/local', '/usr/local'), copy(tool.files, './'), run(tool.install, '/root/.npm')]
}
