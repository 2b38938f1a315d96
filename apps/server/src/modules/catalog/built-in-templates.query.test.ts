import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseTemplate } from '@longshore/analyzer/parse-template'
import { maxTemplateBytes } from '@longshore/analyzer/template'
import { describe, expect, it } from 'vitest'
import { catalogFolder, loadBuiltInTemplates } from './built-in-templates.query.ts'

const names = readdirSync(catalogFolder)

it('lists templates by title, and finds text in name, title, and summary, and by category', () => {
  const templates = loadBuiltInTemplates()
  const all = templates.list({})
  expect(all).toHaveLength(names.length)
  const titles = all.map(({ title }) => title)
  expect(titles).toEqual([...titles].sort((one, other) => one.localeCompare(other, 'en')))
  expect(templates.list({ q: 'MINIFLUX' }).map(({ name }) => name)).toContain('miniflux')
  expect(templates.list({ category: 'automation' }).every(({ category }) => category === 'automation')).toBe(true)
  expect(templates.find('../apps')).toBeUndefined()
})

it('has one revision per content', () => {
  const revisions = loadBuiltInTemplates()
    .list({})
    .map(({ revision }) => revision)
  expect(new Set(revisions).size).toBe(revisions.length)
})

describe.each(names)('%s', (name) => {
  const [description = '', compose = ''] = ['template.yaml', 'compose.yaml'].map((file) =>
    readFileSync(join(catalogFolder, name, file), 'utf8'),
  )

  it('is a valid template of two files', () => {
    expect(name).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    expect(readdirSync(join(catalogFolder, name)).sort()).toEqual(['compose.yaml', 'template.yaml'])
    expect(statSync(join(catalogFolder, name, 'compose.yaml')).size).toBeLessThan(maxTemplateBytes)
    expect(parseTemplate(description, compose).faults).toEqual([])
  })

  it('has texts in plain sentences', () => {
    const { template } = parseTemplate(description, compose)
    const sentences = [template?.summary, template?.updatesWhy, template?.firstSteps].filter((text) => text != null)
    sentences.push(...(template?.inputs.flatMap(({ help }) => (help === null ? [] : [help])) ?? []))
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z0-9/].*\.$/)
    for (const { holds } of template?.data ?? []) expect(holds).not.toMatch(/\.$/)
    for (const { label } of template?.inputs ?? []) expect(label).not.toMatch(/[.:]$/)
  })
})
