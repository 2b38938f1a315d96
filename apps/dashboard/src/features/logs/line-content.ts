/** Reads the level of a line, and the message and fields of a JSON line. Pure. */
import type { LogLine } from './log-store.ts'
import { toSearchText } from './parse-line.ts'

export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LineField {
  name: string
  value: string
}

export interface LineContent {
  /** Null: the line doesn't name a level. */
  level: LogLevel | null
  /** Null: the line isn't JSON, or has no message. */
  message: string | null
  /** Fields of a JSON line, in their order. Empty for other lines. */
  fields: readonly LineField[]
}

/** Longer lines are shown as text: parsing them would make scrolling slow. */
const maxJsonLength = 32_000
const maxFields = 60
const maxDepth = 3
/** A level is near the start of a line, after a time or a name. */
const levelWithin = 160

const levelKeys = new Set(['level', 'severity', 'lvl', 'levelname', 'loglevel', 'log.level'])
const messageKeys = ['msg', 'message', 'event', 'log', 'text']
const timeKeys = new Set(['time', 'timestamp', 'ts', '@timestamp', 'datetime'])

const levelNames: Readonly<Record<string, LogLevel>> = {
  emerg: 'error',
  alert: 'error',
  panic: 'error',
  fatal: 'error',
  crit: 'error',
  critical: 'error',
  severe: 'error',
  err: 'error',
  error: 'error',
  warn: 'warn',
  warning: 'warn',
  notice: 'info',
  info: 'info',
  information: 'info',
  debug: 'debug',
  trace: 'debug',
  verbose: 'debug',
}

const inPair = /\b(?:level|lvl|severity)=["']?([a-z]{3,11})/i
const inBrackets = /\[(error|err|fatal|critical|crit|panic|warning|warn|info|notice|debug|trace)\]/i
const inCapitals =
  /(?:^|[\s([|:<])(ERROR|ERR|FATAL|CRITICAL|CRIT|PANIC|WARNING|WARN|INFO|NOTICE|DEBUG|TRACE)(?=$|[\s\])|:>,!])/
const atStart = /^(?:npm )?(error|err!|fatal|panic|warning|warn|info|debug)(?=[:[(]|!? )/i
const thrown = /^(?:Uncaught )?[A-Za-z.]{0,60}(?:Error|Exception):/

const contents = new WeakMap<LogLine, LineContent>()

/** Reads a line once: rows and filters ask again and again. */
export function contentOf(line: LogLine): LineContent {
  const known = contents.get(line)
  if (known !== undefined) return known
  const read = line.kind === 'stdout' || line.kind === 'stderr' ? readContent(line.text) : nothing
  contents.set(line, read)
  return read
}

const nothing: LineContent = { level: null, message: null, fields: [] }

export function readContent(raw: string): LineContent {
  const text = toSearchText(raw).trim()
  return readJson(text) ?? { level: levelInText(text.slice(0, levelWithin)), message: null, fields: [] }
}

/** Fields that the row doesn't already show elsewhere. */
export function inlineFields({ message, fields }: LineContent): readonly LineField[] {
  if (message === null) return []
  return fields.filter(({ name, value }) => !levelKeys.has(name) && !timeKeys.has(name) && value !== message)
}

function levelInText(text: string): LogLevel | null {
  const found = inPair.exec(text) ?? inBrackets.exec(text) ?? inCapitals.exec(text) ?? atStart.exec(text)
  if (found !== null) return levelNamed(found[1] ?? '')
  return thrown.test(text) ? 'error' : null
}

function levelNamed(name: string): LogLevel | null {
  return levelNames[name.toLowerCase().replace('!', '')] ?? null
}

function readJson(text: string): LineContent | null {
  if (!text.startsWith('{') || !text.endsWith('}') || text.length > maxJsonLength) return null
  const fields: LineField[] = []
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isRecord(parsed)) return null
    addFields(fields, parsed, '')
  } catch {
    return null
  }
  const level = fields.find(({ name }) => levelKeys.has(name.toLowerCase()))
  const message = messageKeys.map((key) => fields.find(({ name }) => name === key)).find((each) => each !== undefined)
  return { level: level === undefined ? null : levelOf(level.value), message: message?.value ?? null, fields }
}

/** Some libraries write numbers: 10 is trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal. */
function levelOf(value: string): LogLevel | null {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return levelNamed(value)
  if (number >= 50) return 'error'
  if (number >= 40) return 'warn'
  return number >= 30 ? 'info' : 'debug'
}

function addFields(fields: LineField[], record: Record<string, unknown>, prefix: string): void {
  for (const [key, value] of Object.entries(record)) {
    if (fields.length >= maxFields) return
    const name = `${prefix}${key}`
    if (isRecord(value) && name.split('.').length < maxDepth && Object.keys(value).length > 0)
      addFields(fields, value, `${name}.`)
    else fields.push({ name, value: typeof value === 'string' ? value : JSON.stringify(value) })
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
