import { describe, expect, it } from 'vitest'
import { inlineFields, readContent } from './line-content.ts'

describe('level of a line', () => {
  it.each([
    ['2026-11-18 10:00:00 ERROR connection refused', 'error'],
    ['2026/11/18 10:00:00 [error] 12#12: open() failed', 'error'],
    ['[WARN] slow query', 'warn'],
    ['npm warn deprecated glob@7', 'warn'],
    ['npm error code ELIFECYCLE', 'error'],
    ['error[E0382]: borrow of moved value', 'error'],
    ['TypeError: x is not a function', 'error'],
    ['time=2026-11-18 level=debug msg="poll"', 'debug'],
    ['\u001b[33mwarning\u001b[0m: unused variable', 'warn'],
    ['INFO:     Uvicorn running', 'info'],
    ['FATAL: role "x" does not exist', 'error'],
    ['GET /errors 200 in 3ms', null],
    ['no error here', null],
    ['informational text', null],
    ['', null],
  ])('%s', (text, level) => {
    expect(readContent(text).level).toBe(level)
  })
})

describe('JSON lines', () => {
  it('have a level, a message, and fields', () => {
    const content = readContent('{"level":"warn","time":1,"msg":"slow","req":{"path":"/cart","ms":912},"tags":["a"]}')
    expect([content.level, content.message]).toEqual(['warn', 'slow'])
    expect(inlineFields(content)).toEqual([
      { name: 'req.path', value: '/cart' },
      { name: 'req.ms', value: '912' },
      { name: 'tags', value: '["a"]' },
    ])
  })

  it.each([
    [60, 'error'],
    [50, 'error'],
    [40, 'warn'],
    [30, 'info'],
    [20, 'debug'],
  ])('know the numeric level %s', (number, level) => {
    expect(readContent(`{"level":${number},"msg":"x"}`).level).toBe(level)
  })

  it('without a message are shown as text, with fields', () => {
    const content = readContent('{"status":500}')
    expect(content).toEqual({ level: null, message: null, fields: [{ name: 'status', value: '500' }] })
    expect(inlineFields(content)).toEqual([])
  })

  it('that are broken or not objects are text', () => {
    expect(readContent('{"level":"error"').fields).toEqual([])
    expect(readContent('{ not json }').fields).toEqual([])
    expect(readContent('[1,2]').fields).toEqual([])
  })

  it('have a limited number of fields', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index]))
    expect(readContent(JSON.stringify(many)).fields).toHaveLength(60)
  })
})
