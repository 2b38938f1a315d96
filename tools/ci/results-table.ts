/** The results of a run of `bin/ci` as a table for people; pure. */

const resultLine = /^(ok|FAIL) +(\S+) +(\d+) s *(.*)$/gm
/** Not run again, because nothing changed since it passed. */
const earlierLine = /^done +(\S+) +(.*)$/gm

export function createTable(log: string, name: string): string {
  const rows = [...log.matchAll(resultLine)].map(([, result = '', check = '', seconds = '', figures = '']) => {
    const shown = figures.replaceAll('|', '\\|')
    return `| ${result === 'ok' ? 'passed' : '**failed**'} | ${check} | ${seconds} s | ${shown} |`
  })
  const earlier = [...log.matchAll(earlierLine)].map(([, check, why]) => `| passed earlier | ${check} | | ${why} |`)
  const [, summary = 'The run did not end.'] = /^(\d+ passed, \d+ failed.*)$/m.exec(log) ?? []
  const head = ['| result | check | time | figures |', '| --- | --- | --- | --- |']
  return [`## ${name}`, '', summary, '', ...head, ...rows, ...earlier, ''].join('\n')
}
