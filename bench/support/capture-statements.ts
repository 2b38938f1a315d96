/** Loaded before our process with --import: records every statement that it sends, with its values. */
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env.CAPTURE_FILE
if (file !== undefined) {
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args
    if (typeof text === 'string')
      appendFileSync(file, `${JSON.stringify({ text, values: Array.isArray(values) ? values : [] })}\n`)
    return Reflect.apply(original, this, args)
  } as typeof original
}
