/** Reads the output of `bin/ci` and prints its results as a Markdown table: `node tools/results-table.ts NAME < LOG`. */
import { text } from 'node:stream/consumers'
import { createTable } from './ci/results-table.ts'

const [name = 'this machine'] = process.argv.slice(2)
console.log(createTable(await text(process.stdin), name))
