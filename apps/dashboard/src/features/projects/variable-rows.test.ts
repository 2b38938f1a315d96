import type { Analysis } from '@longshore/sdk'
import { describe, expect, it } from 'vitest'
import { isNeeded, listVariableRows, toNewVariables } from './variable-rows.ts'

type FoundVariable = Analysis['variables'][number]

const found = (key: string, change: Partial<FoundVariable> = {}): FoundVariable => ({
  ...{ key, required: true, secret: false, default: null, scope: 'runtime', services: [], providedBy: null },
  ...{ description: null, evidence: [], ...change },
})
const level = found('LOG_LEVEL', {
  default: 'info',
  services: ['web', 'api', 'worker', 'job'],
  exceptions: [
    { service: 'api', value: 'debug' },
    { service: 'job', value: null },
  ],
})
const rows = listVariableRows({ variables: [found('TOKEN', { secret: true }), level], services: [] })
const names = new Set(['web', 'api', 'job'])
const enter = (...values: string[]) => toNewVariables({ rows, values, names, isCompose: true })

describe('the rows of variables', () => {
  it('have one for each service with a value of its own', () => {
    expect(rows.map(({ variable, service, services, stated }) => [variable.key, service, services, stated])).toEqual([
      ['TOKEN', null, [], null],
      ['LOG_LEVEL', null, ['web', 'worker'], 'info'],
      ['LOG_LEVEL', 'api', ['api'], 'debug'],
      ['LOG_LEVEL', 'job', ['job'], null],
    ])
    expect(rows.map(isNeeded)).toEqual([true, false, false, true])
  })

  it('have no shared one if every service has its own', () => {
    const own = { ...level, services: ['api', 'job'] }
    expect(listVariableRows({ variables: [own], services: [] }).map(({ service }) => service)).toEqual(['api', 'job'])
  })

  it('know which values are whole texts', () => {
    const file = { path: '/run/key.pem', mode: '0400', content: null, source: null, variable: 'KEY' }
    const services = [{ files: [file] }] as unknown as Analysis['services']
    const variables = [found('KEY'), found('NAME'), found('BANNER', { default: 'a\nb' })]
    expect(listVariableRows({ variables, services }).map(({ isText }) => isText)).toEqual([true, false, true])
  })
})

describe('the new variables', () => {
  it('leave values that no one entered to the server', () => {
    expect(enter('', '', '', '')).toEqual([])
    expect(enter('secret', '', '', '')).toEqual([{ key: 'TOKEN', value: 'secret' }])
  })

  it('keep the file’s other values of a key that the user entered, for services that exist', () => {
    expect(enter('', '', 'trace', '')).toEqual([
      { key: 'LOG_LEVEL', value: 'info', service: 'web' },
      { key: 'LOG_LEVEL', value: 'trace', service: 'api' },
    ])
    expect(enter('', 'warn', '', 'error')).toEqual([
      { key: 'LOG_LEVEL', value: 'warn', service: 'web' },
      { key: 'LOG_LEVEL', value: 'debug', service: 'api' },
      { key: 'LOG_LEVEL', value: 'error', service: 'job' },
    ])
  })
})

describe('a value with references', () => {
  const url = found('DATABASE_URL', {
    ...{ required: false, services: ['web', 'api'], template: 'a${PW}' },
    exceptions: [{ service: 'api', value: 'plain', template: null }],
  })
  const urls = listVariableRows({ variables: [url, found('PW', { scope: 'reference' })], services: [] })
  const send = (...values: string[]) => toNewVariables({ rows: urls, values, names, isCompose: true })

  it('needs no value, but the variables that it refers to do', () => {
    expect(urls.filter(isNeeded).map(({ variable: { key } }) => key)).toEqual(['PW'])
    expect(send('', '', 'x')).toEqual([{ key: 'PW', value: 'x' }])
  })

  it('keeps its references if someone changes the value of another service, and loses them with a value of its own', () => {
    expect(send('', 'b', '')).toEqual([
      { key: 'DATABASE_URL', value: 'a${PW}', expand: true, service: 'web' },
      { key: 'DATABASE_URL', value: 'b', service: 'api' },
    ])
    expect(send('c', '', '')[0]).toEqual({ key: 'DATABASE_URL', value: 'c', service: 'web' })
  })
})
