import { describe, expect, test } from 'vitest'
import { parseDeclaration } from './declarations.ts'
import { readArgs } from './read-args.ts'

const source = `/**
 * Shows that parts work: all of them. More words.
 *
 * @tier gate
 * @budget 90
 * @gate 40 story
 * @topics story cancel
 * @topics rollback
 * @options --seed=N --screens=FOLDER --fresh
 */
`
const declaration = parseDeclaration({ kind: 'suite', name: 'sample', path: 'sample.suite.ts' }, source)

describe('the declaration of a suite', () => {
  test('contains tier, budget, topics of all lines, and options with their values', () => {
    expect(declaration).toMatchObject({
      title: 'Shows that parts work: all of them.',
      tier: 'gate',
      budgetSeconds: 90,
      gateArgs: ['story'],
      gateSeconds: 40,
      isAlone: false,
      topics: ['story', 'cancel', 'rollback'],
    })
    expect(declaration.options.map(({ name, takes }) => `${name} ${takes}`)).toEqual([
      'quick nothing',
      'seed number',
      'screens text',
      'fresh nothing',
    ])
  })

  test.each(['@tier gate', '@budget 90'])('is rejected without %s', (line) => {
    const without = source.replace(line, '')
    expect(() => parseDeclaration({ kind: 'suite', name: 's', path: 's' }, without)).toThrow('declares no @')
  })

  test('is rejected with an unknown tag', () => {
    const wrong = source.replace('@budget', '@bugdet')
    expect(() => parseDeclaration({ kind: 'suite', name: 's', path: 's' }, wrong)).toThrow('unknown tag @bugdet')
  })
})

describe('the arguments after the name', () => {
  test('an option with a blank equals one with =', () => {
    expect(readArgs(declaration, ['--seed', '5']).args).toEqual(['--seed=5'])
    expect(readArgs(declaration, ['--seed=5', 'story', '--quick']).args).toEqual(['--seed=5', 'story', '--quick'])
  })

  test.each([
    [['nosuchtopic'], 'no topic "nosuchtopic"; its topics are story, cancel, rollback'],
    [['--sed=5'], 'no option "--sed"'],
    [['--seed'], '--seed needs a value'],
    [['--seed', 'five'], '--seed needs a number'],
    [['--fresh=1'], '--fresh takes no value'],
  ])('rejects %j', (given, fault) => {
    expect(readArgs(declaration, given).fault).toContain(fault)
  })
})
