/** The results of a run of `bin/ci` as a table for people; pure. */

const resultLine = /^(ok|FAIL)\s+(\S+)\s+(\d+) s\s*(.*)$/gm

export function createTable(log: string, name: string): string {
  const rows = [...log.matchAll(resultLine)].map(([, result = '', check = '', seconds = '', figures = '']) => {
    const shown = figures.replaceAll('|', '\\|')
    return `| ${result === 'ok' ? 'passed' : '**failed**'} | ${check} | ${seconds} s | ${shown} |`
  })
  const [, summary = 'The run did not end.'] = /^(\d+ passed, \d+ failed.*)$/m.exec(log) ?? []
  const head = ['| result | check | time | figures |', '| --- | --- | --- | --- |']
  return [`## ${name}`, '', summary, '', ...head, ...rows, ''].join('\n')
}
