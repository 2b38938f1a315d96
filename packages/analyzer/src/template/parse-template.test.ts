import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { parseTemplate, splitTemplate } from './parse-template.ts'

const description = {
  title: 'Notes',
  summary: 'Write notes.',
  category: 'notes',
  icon: { text: 'No', color: '#112233' },
  version: '1.2.3',
  minimumMemoryMb: 128,
  links: { website: 'https://n.example', documentation: 'https://n.example/docs', source: 'https://n.example/source' },
  web: 'app',
  inputs: [{ key: 'TOKEN', label: 'Token', kind: 'secret', generate: 'hex64' }],
  data: [{ name: 'data', holds: 'Notes' }],
  updates: 'zero-downtime',
}
const compose = {
  services: {
    app: {
      image: 'notes:1.2.3',
      environment: { TOKEN: '${TOKEN}', URL: '${LONGSHORE_URL}', PRICE: '$$5' },
      volumes: ['data:/data'],
    },
  },
  volumes: { data: {} },
}
const faultsOf = (changes: object, file: object = compose) =>
  parseTemplate(stringify({ ...description, ...changes }), stringify(file)).faults.join('\n')
const withApp = (app: object) => ({ ...compose, services: { app: { ...compose.services.app, ...app } } })

it('accepts a template, and fills in defaults', () => {
  const { template, faults } = parseTemplate(stringify(description), stringify(compose))
  expect(faults).toEqual([])
  expect(template).toMatchObject({ tested: null, upgradeNotes: [], inputs: [{ required: true, help: null }] })
})

it.each([
  ['an unknown key', faultsOf({ extra: 1 }), 'extra'],
  ['a missing key', faultsOf({ title: undefined }), 'title'],
  ['an unknown category', faultsOf({ category: 'games' }), 'category'],
  ['an icon of three letters', faultsOf({ icon: { text: 'Abc', color: '#112233' } }), 'icon.text'],
  ['an http link', faultsOf({ links: { ...description.links, source: 'http://n.example' } }), 'links.source'],
  [
    'an input that nothing uses',
    faultsOf({ inputs: [...description.inputs, { key: 'X', label: 'X', kind: 'text' }] }),
    'X',
  ],
  ['a reference that is not an input', faultsOf({ inputs: [] }), "TOKEN} isn't an input"],
  ['another form of interpolation', faultsOf({}, withApp({ command: '${TOKEN:-x}' })), '${TOKEN:-x}'],
  ['a moving tag', faultsOf({}, withApp({ image: 'notes:latest' })), 'exact tag'],
  ['no tag', faultsOf({}, withApp({ image: 'registry.example:5000/notes' })), 'exact tag'],
  ['a web service that does not exist', faultsOf({ web: 'site' }), 'no service site'],
  ['data that is not listed', faultsOf({ data: [] }), "doesn't list the volume data"],
  ['a restart without a reason', faultsOf({ updates: 'restart' }), 'updatesWhy'],
  ['a choice without choices', faultsOf({ inputs: [{ key: 'TOKEN', label: 'T', kind: 'choice' }] }), 'choices'],
])('rejects %s', (_, faults, expected) => {
  expect(faults).toContain(expected)
})

it('rejects texts that are too large together', () => {
  expect(parseTemplate(stringify(description), `#${'x'.repeat(262_144)}`).faults.join()).toContain('larger')
})

it('splits one file into the two texts', () => {
  const text = stringify({ ...description, compose: stringify(compose) })
  const split = splitTemplate(text)
  if (typeof split === 'string') throw new Error(split)
  expect(parseTemplate(split.description, split.compose).faults).toEqual([])
  expect(splitTemplate('title: x')).toContain('compose')
  expect(splitTemplate('- a')).toContain('template.yaml')
})
