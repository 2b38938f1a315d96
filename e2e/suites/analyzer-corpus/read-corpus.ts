/** The corpus: one folder per case, `repo/` with a repository in it and `expected.json` with what must be found there. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tree } from '@longshore/analyzer/tree'
import { z } from 'zod'

const folder = join(import.meta.dirname, '../../../packages/analyzer/corpus')

/** A value, null for "must not be there", or several of which any is right. */
const stated = z.union([z.string(), z.number(), z.null(), z.array(z.string())])

const serviceSchema = z.strictObject({
  rootDirectory: z.string().default('.'),
  name: z.string().optional(),
  kind: z.enum(['web', 'worker', 'cron', 'static']).optional(),
  language: stated.optional(),
  framework: stated.optional(),
  version: stated.optional(),
  packageManager: stated.optional(),
  builder: stated.optional(),
  image: stated.optional(),
  /** Path of the repository's own Dockerfile. */
  dockerfile: stated.optional(),
  sharesImageWith: stated.optional(),
  installCommand: stated.optional(),
  buildCommand: stated.optional(),
  startCommand: stated.optional(),
  releaseCommand: stated.optional(),
  schedule: stated.optional(),
  outputDirectory: stated.optional(),
  port: stated.optional(),
  healthPath: stated.optional(),
  /** The report must include these. */
  dependsOn: z.array(z.string()).optional(),
  watchPaths: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
})

/**
 * The author of a case: the authors of the detectors, or an author who read the frameworks' documentation and no
 * detector.
 */
export const sets = ['own', 'documentation-2026'] as const

const expectedSchema = z.strictObject({
  set: z.enum(sets).default('own'),
  /** The row of the result tables that the case counts for. */
  language: z.string(),
  rootDirectory: z.string().optional(),
  /** The complete list of services. */
  services: z.array(serviceSchema),
  /** The complete list by key; each expectation must hold. */
  variables: z.record(
    z.string(),
    z.strictObject({
      required: z.boolean().optional(),
      secret: z.boolean().optional(),
      default: z.string().nullable().optional(),
      providedBy: z.string().nullable().optional(),
    }),
  ),
  /** The complete list of databases. */
  databases: z.array(z.string()),
  /** Codes that must be among the warnings. */
  warnings: z.array(z.string()).default([]),
  /** Monorepo tools; null if the repository isn't a monorepo. */
  monorepo: z.array(z.string()).nullable().optional(),
})

export type ExpectedService = z.output<typeof serviceSchema>
export type Expected = z.output<typeof expectedSchema>

export interface Case {
  readonly name: string
  /** The folder on disk. */
  readonly folder: string
  readonly expected: Expected
  readonly tree: Tree
}

export async function readCorpus(only?: string): Promise<Case[]> {
  const names = (await readdir(folder)).filter((name) => only === undefined || name === only).sort()
  return await Promise.all(names.map(readCase))
}

async function readCase(name: string): Promise<Case> {
  const repo = join(folder, name, 'repo')
  const text = await readFile(join(folder, name, 'expected.json'), 'utf8')
  const parsed = expectedSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${name}/expected.json: ${z.prettifyError(parsed.error)}`)
  return { name, folder: repo, expected: parsed.data, tree: await readTree(repo) }
}

async function readTree(repo: string): Promise<Tree> {
  const entries = await readdir(repo, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = new Map<string, string>()
  for (const file of files) texts.set(file.slice(repo.length + 1), await readFile(file, 'utf8'))
  return {
    entries: [...texts]
      .map(([path, text]) => ({ path, kind: 'file' as const, bytes: Buffer.byteLength(text) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (paths) => paths.map((path) => texts.get(path) ?? null),
  }
}
