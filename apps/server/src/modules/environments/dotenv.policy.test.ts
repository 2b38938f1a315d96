import { describe, expect, it } from 'vitest'
import { parseDotenv } from './dotenv.policy.ts'

const readValue = (text: string) => parseDotenv(text).entries[0]?.value

describe('a .env file', () => {
  it.each([
    ['A=1', '1'],
    ['A = 1 ', '1'],
    ['export A=1', '1'],
    ['A=', ''],
    ['A=""', ''],
    ['A=a b c', 'a b c'],
    ['A=#fff', ''],
    ['A=x#fff', 'x#fff'],
    ['A=x # note', 'x'],
    ['A="x # no note" # note', 'x # no note'],
    ['A=$HOME/$(id)`id`', '$HOME/$(id)`id`'],
    ['A="$HOME \\$ \\" \\\\ \\n|\\q"', '$HOME $ " \\ \n|\\q'],
    ["A='$HOME \\n \"'", '$HOME \\n "'],
    ['A=`a "b" \'c\'`', 'a "b" \'c\''],
    ['A="-----BEGIN KEY-----\nabc\n-----END KEY-----\n"', '-----BEGIN KEY-----\nabc\n-----END KEY-----\n'],
    ["A='one\r\ntwo'", 'one\ntwo'],
    ['\ufeffA=1', '1'],
    ['A=pa$$word', 'pa$$word'],
    ['A=a=b=c', 'a=b=c'],
    ['A=é・𝒳', 'é・𝒳'],
  ])('reads %j', (text, value) => {
    expect(readValue(text)).toBe(value)
    expect(parseDotenv(text).faults).toEqual([])
  })

  it('names the line of an error and continues', () => {
    const text = '# c\n\nA="one\ntwo"\nnothing\nB="open\nC=1\nD="x" y\nE=2'
    const { entries, faults } = parseDotenv(text)
    expect(entries.map(({ key, line }) => [key, line])).toEqual([
      ['A', 3],
      ['E', 9],
    ])
    expect(faults).toEqual([
      { line: 5, message: 'has no =' },
      { line: 6, message: 'has text after the closing quote' },
    ])
  })

  it('an unclosed quote affects only its own line', () => {
    expect(parseDotenv('A="x\nB=1')).toEqual({
      entries: [{ key: 'B', value: '1', line: 2 }],
      faults: [{ line: 1, message: `starts with " but doesn't end with it` }],
    })
  })

  it('reads a megabyte in linear time', () => {
    for (const text of [
      'A="'.repeat(300_000),
      '='.repeat(1_000_000),
      '\n'.repeat(1_000_000),
      'A=\\\\'.repeat(200_000),
    ]) {
      const before = process.cpuUsage()
      parseDotenv(text)
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
    }
  })
})
