import { describe, expect, it } from 'vitest'
import { plainStyle } from './ansi-style.ts'
import { parseLine, styleAfter, toPlainText } from './parse-line.ts'

/** Tests run in Node, but the dashboard doesn't include Node's types. */
declare const process: { cpuUsage(before?: object): { user: number } }

const esc = '\u001b'

describe('parseLine', () => {
  it('returns plain text as it is', () => {
    expect(parseLine('npm install <b>x</b>')).toEqual([{ text: 'npm install <b>x</b>', className: '' }])
  })

  it('maps colors and weights to classes', () => {
    expect(parseLine(`a ${esc}[1;31mred${esc}[0m b`)).toEqual([
      { text: 'a ', className: '' },
      { text: 'red', className: 'ansi-red font-semibold' },
      { text: ' b', className: '' },
    ])
  })

  it.each([
    ['38;5;196', 'ansi-red'],
    ['38;5;21', 'ansi-blue'],
    ['38;5;244', 'ansi-white'],
    ['38;2;0;200;0', 'ansi-green'],
    ['38:2:255:0:255', 'ansi-magenta'],
    ['92', 'ansi-green'],
    ['44', 'ansi-on-blue'],
    ['7', 'ansi-inverse'],
    ['8', ''],
  ])('knows %s', (codes, className) => {
    expect(parseLine(`${esc}[${codes}mx`)).toEqual([{ text: 'x', className }])
  })

  it('removes sequences that control a terminal', () => {
    const hostile = `${esc}]0;title\u0007a${esc}[2J${esc}[10;10Hb${esc}]8;;http://x.example${esc}\\c${esc}]8;;${esc}\\${esc}c${esc}[?25ld${esc}P1$r${esc}\\e`
    expect(toPlainText(hostile)).toBe('abcde')
  })

  it('shows invisible characters and direction marks', () => {
    expect(toPlainText('a\u202Egnp.exe\u0000\u0008\u200Bz\u2028')).toBe('a<U+202E>gnp.exe\u2400\u2408<U+200B>z<U+2028>')
    expect(parseLine('\u202E')[0]?.className).toBe('log-hidden')
  })

  it('shows the last state of a progress bar', () => {
    expect(toPlainText('10 %\r50 %\r100 %\r')).toBe('100 %')
    expect(toPlainText('windows\r')).toBe('windows')
  })

  it('treats an unfinished sequence as text', () => {
    expect(toPlainText(`x${esc}[31`)).toBe('x\u241b[31')
    expect(toPlainText(`x${esc}]0;never ends`)).toBe('x')
  })

  it('passes its style to the next line', () => {
    const after = styleAfter(`${esc}[33mwarning`, plainStyle)
    expect(parseLine('goes on', after)).toEqual([{ text: 'goes on', className: 'ansi-yellow' }])
    expect(styleAfter(`${esc}[m`, after)).toEqual(plainStyle)
  })

  it('takes linear time', () => {
    const before = process.cpuUsage()
    toPlainText(`${esc}]`.repeat(100_000))
    toPlainText(`${esc}[`.repeat(100_000))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
  })
})
