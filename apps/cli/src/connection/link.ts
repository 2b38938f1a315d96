/**
 * `.longshore/link.json`: the environment of a directory. It contains no secret and can be committed. Its URL only selects one of
 * the existing sign-ins, so a malicious link can't steal a token.
 */
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JsonSchema } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'
import { readJsonFile, writePrivateFile } from './private-file.ts'

interface Named {
  id: string
  name: string
}

export interface Link {
  url: string
  organizationId?: string
  project: Named
  environment: Named
}

const named: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
}
const linkSchema: JsonSchema = {
  type: 'object',
  properties: { url: { type: 'string' }, organizationId: { type: 'string' }, project: named, environment: named },
  required: ['url', 'project', 'environment'],
}
const isLink = (value: unknown): value is Link => validate(linkSchema, value).length === 0
const linkFile = join('.longshore', 'link.json')

/** The link of this directory or the nearest parent. */
export async function findLink(directory: string): Promise<Link | null> {
  for (let folder = directory; ; folder = dirname(folder)) {
    const link = await readJsonFile(join(folder, linkFile), isLink)
    if (link !== null || folder === dirname(folder)) return link
  }
}

/** Returns the path of the file. */
export async function writeLink(directory: string, link: Link): Promise<string> {
  const file = join(directory, linkFile)
  await writePrivateFile(file, link)
  return file
}

export async function removeLink(directory: string): Promise<void> {
  await rm(join(directory, linkFile), { force: true })
}
