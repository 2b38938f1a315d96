/**
 * Replaces what a value says about a database of the file: Longshore creates its user, password, and database. Reads
 * URLs, connection strings, and single values in linear time.
 */
import { engineOfAddress } from '../databases/engines.ts'
import { type DatabaseLogin, partOf } from './database-logins.ts'

interface Value {
  readonly key: string
  /** A template: `${NAME}` for references, and `$$` for a dollar sign. */
  readonly text: string
}

/** `isNamed` is true for databases that the service connects to. Others can have the same user. */
export function replaceLogins(
  { key, text }: Value,
  logins: readonly DatabaseLogin[],
  isNamed: (login: DatabaseLogin) => boolean,
): string {
  const whole = replaceWhole({ key, text }, logins, isNamed)
  if (whole !== null) return whole
  if (text.includes('://')) return replaceUrls(text, logins)
  if (text.includes('@tcp(')) return replaceGo(text, logins)
  return text.includes('=') ? replacePairs(text, logins) : text
}

/** Whether a value names the host, as in `postgres://app@db/x`, `db:5432`, or `host=db`. */
export function namesHost(text: string, { hosts }: Pick<DatabaseLogin, 'hosts'>): boolean {
  return text.split(/[,;\s]/).some((part) => {
    const slashes = part.lastIndexOf('//')
    const start = slashes < 0 ? part.indexOf('=') + 1 : slashes + 2
    const place = part.slice(Math.max(part.lastIndexOf('@') + 1, start))
    const host = hostOf(place.startsWith('tcp(') ? place.slice(4) : place)
    return host !== '' && hosts.includes(host)
  })
}

const passwordKey = /PASS(?:WORD|WD|PHRASE)?(?:$|_)|(?:^|_)(?:PWD|PW)$/i
const userKey = /USER(?:_?NAME)?$|(?:^|_)(?:LOGIN|UID)$/i
const databaseKey = /(?:DB|DATABASE|NAME|SCHEMA|CATALOG)$/i
/** Values that name the kind of database in a key such as DB. */
const engineWord = /^(?:postgres(?:ql)?|pgsql|mysql|mariadb|redis)$/i
const minGuessedLength = 8

/** A value that is a host, a user, a password, or the name of a database. */
function replaceWhole(
  { key, text }: Value,
  logins: readonly DatabaseLogin[],
  isNamed: (login: DatabaseLogin) => boolean,
): string | null {
  if (text === '') return null
  for (const login of logins.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))) {
    const { name, hosts, users, passwords, databaseNames } = login
    const isKnown = isNamed(login)
    if (passwords.has(text) && passwordKey.test(key)) return partOf(login, 'PASSWORD')
    if (isKnown && users.has(text) && userKey.test(key)) return partOf(login, 'USER')
    if (isKnown && databaseNames.has(text) && databaseKey.test(key) && !isEngine({ key, text }))
      return partOf(login, 'DATABASE')
    const host = hosts.find((each) => text === each || (text.startsWith(`${each}:`) && isPort(text, each.length + 1)))
    if (host !== undefined && !isEngine({ key, text })) return `${name}${text.slice(host.length)}`
    const isOther = users.has(text) || databaseNames.has(text) || text.length < minGuessedLength
    if (passwords.has(text) && (!isOther || text.startsWith('${'))) return partOf(login, 'PASSWORD')
  }
  return null
}

/** `DB: postgres` says which engine it is, `DB_NAME: postgres` names the database. */
function isEngine({ key, text }: Value): boolean {
  return engineWord.test(text) && !/NAME$|_DB$|(?:HOST|SERVER|ADDRESS)(?:NAME)?$|DATABASE$|^PGHOST$/i.test(key)
}

function isPort(text: string, from: number): boolean {
  return from < text.length && /^\d{1,5}$/.test(text.slice(from, from + 6))
}

function replaceUrls(text: string, logins: readonly DatabaseLogin[]): string {
  let out = ''
  let from = 0
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', from)) {
    const start = at + 3
    const end = endOf(text, start, '/?#,;"\'')
    const pathEnd = text[end] === '/' ? endOf(text, end, '?#,;"\'') : end
    const queryEnd = text[pathEnd] === '?' ? endOf(text, pathEnd, '#"\'') : pathEnd
    const url = {
      scheme: schemeBefore(text, at),
      authority: text.slice(start, end),
      path: text.slice(end, pathEnd),
      query: text.slice(pathEnd, queryEnd),
    }
    out += text.slice(from, start) + (replaceUrl(url, logins) ?? text.slice(start, queryEnd))
    from = queryEnd
  }
  return out + text.slice(from)
}

interface Url {
  readonly scheme: string
  readonly authority: string
  readonly path: string
  readonly query: string
}

/** Returns everything after `://`, or null if the URL isn't one of a database of the file. */
function replaceUrl({ scheme, authority, path, query }: Url, logins: readonly DatabaseLogin[]): string | null {
  const sign = authority.lastIndexOf('@')
  const place = authority.slice(sign + 1)
  const login = logins.find(({ hosts }) => hosts.includes(hostOf(place)))
  if (login === undefined) return null
  const engine = engineOfAddress(`${scheme}://`)
  const isSame = engine === login.engine || (engine === 'mysql' && login.engine === 'mariadb')
  if (!isSame) return null
  const host = `${login.name}${place.slice(hostOf(place).length)}`
  if (login.engine === 'redis') {
    const user = authority.startsWith('default:') ? 'default' : ''
    return `${user}:${partOf(login, 'PASSWORD')}@${host}${path}${query}`
  }
  const isJdbc = scheme.startsWith('jdbc:')
  const user = isJdbc ? '' : `${partOf(login, 'USER')}:${partOf(login, 'PASSWORD')}@`
  const rest = path.indexOf('/', 1) < 0 ? '' : path.slice(path.indexOf('/', 1))
  const named = isJdbc && path.length < 2 ? path : `/${partOf(login, 'DATABASE')}${rest}`
  return `${user}${host}${named}${replaceQuery(query, login)}`
}

/** `?user=app&password=secret`, as in URLs of JDBC. */
function replaceQuery(query: string, login: DatabaseLogin): string {
  if (query === '') return ''
  const pairs = query.slice(1).split('&')
  return `?${pairs.map((pair) => replacePair(pair, login, /^(?:database|dbname)$/)).join('&')}`
}

/** `app:secret@tcp(db:3306)/app?parseTime=true`, as in Go. */
function replaceGo(text: string, logins: readonly DatabaseLogin[]): string {
  const at = text.indexOf('@tcp(')
  const start = at + '@tcp('.length
  const close = text.indexOf(')', start)
  const place = text.slice(start, Math.max(start, close))
  const login = logins.find(({ hosts }) => hosts.includes(hostOf(place)))
  if (login === undefined || close < 0) return text
  const pathEnd = text[close + 1] === '/' ? endOf(text, close + 1, '?') : close + 1
  const path = pathEnd === close + 1 ? '' : `/${partOf(login, 'DATABASE')}`
  const host = `${login.name}${place.slice(hostOf(place).length)}`
  return `${partOf(login, 'USER')}:${partOf(login, 'PASSWORD')}@tcp(${host})${path}${text.slice(pathEnd)}`
}

/** `Server=db;User Id=app;Password=secret`, `host=db user=app`, and `pgsql:host=db;dbname=app`. */
function replacePairs(text: string, logins: readonly DatabaseLogin[]): string {
  const parts = splitPairs(text, text.includes(';') ? /[;]/ : /\s/)
  const login = logins.find(({ hosts }) =>
    parts.some((part) => {
      const sign = part.indexOf('=')
      return sign > 0 && hostKey.test(nameOfPair(part)) && hosts.includes(hostOf(unquoted(part.slice(sign + 1))))
    }),
  )
  if (login === undefined) return text
  return parts.map((part) => replacePair(part, login, null)).join('')
}

const hostKey = /^(?:host|hostname|server|datasource|address|addr)$/
const pairUser = /^(?:user|userid|username|uid)$/
const pairPassword = /^(?:password|passwd|pwd|pass)$/
const pairDatabase = /^(?:database|dbname|initialcatalog|db)$/

function replacePair(part: string, login: DatabaseLogin, except: RegExp | null): string {
  const sign = part.indexOf('=')
  const name = sign < 0 ? '' : nameOfPair(part)
  if (name === '' || except?.test(name) === true) return part
  const value = part.slice(sign + 1)
  if (hostKey.test(name)) {
    const host = hostOf(unquoted(value))
    return login.hosts.includes(host) ? part.slice(0, sign + 1) + value.replace(host, () => login.name) : part
  }
  const wanted = pairUser.test(name)
    ? 'USER'
    : pairPassword.test(name)
      ? 'PASSWORD'
      : pairDatabase.test(name)
        ? 'DATABASE'
        : null
  if (wanted === null || value === '') return part
  const quote = value[0] === '"' || value[0] === "'" ? value[0] : ''
  return `${part.slice(0, sign + 1)}${quote}${partOf(login, wanted)}${quote}`
}

/** `User Id` → userid, `pgsql:host` → host. */
function nameOfPair(part: string): string {
  const name = part.slice(0, part.indexOf('='))
  return name
    .slice(name.indexOf(':') + 1)
    .replaceAll(/[\s_]/g, '')
    .toLowerCase()
}

function unquoted(value: string): string {
  const text = value.startsWith('tcp:') ? value.slice(4) : value
  return text[0] === '"' || text[0] === "'" ? text.slice(1, -1) : text
}

/** Keeps the separators as parts of their own, and doesn't split inside quotes. */
function splitPairs(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let quote = ''
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (separator.test(letter)) {
      parts.push(text.slice(start, at), letter)
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function hostOf(place: string): string {
  return /^[\w.-]+/.exec(place)?.[0] ?? ''
}

const maxSchemeLength = 40

/** `jdbc:postgresql` before `://`. */
function schemeBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && end - start < maxSchemeLength && /[a-zA-Z0-9+.:-]/.test(text[start - 1] ?? '')) start -= 1
  return text.slice(start, end)
}

/** The first of these letters or blanks at or after `from`, or the end. */
function endOf(text: string, from: number, letters: string): number {
  let at = from
  while (at < text.length && !letters.includes(text[at] ?? '') && !/\s/.test(text[at] ?? '')) at += 1
  return at
}
