/** SQL for the MariaDB client, from MariaDB and MySQL dumps. */
import type { SqlDialect, Tokens, Verdict } from './sql-dialect.policy.ts'

const keep: Verdict = { do: 'keep' }

const leftOut: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['privilege', /^(?:GRANT|REVOKE) /],
  ['role', /^(?:CREATE|ALTER|DROP|RENAME)(?: OR REPLACE)? (?:USER|ROLE) /],
  ['role', /^SET (?:PASSWORD|ROLE|DEFAULT ROLE)\b/],
  ['database', /^(?:CREATE(?: OR REPLACE)?|ALTER) (?:DATABASE|SCHEMA) /],
  ['database', /^USE /],
  ['server setting', /^SET (?:GLOBAL |@ ?@ ?GLOBAL\b)/],
  ['server setting', /^SET (?:SESSION |@ ?@ ?(?:SESSION ?\. ?)?)SQL_LOG_BIN\b/],
  ['server setting', /^SET SQL_LOG_BIN\b/],
  ['replication', /^(?:CHANGE MASTER|START SLAVE|STOP SLAVE|RESET MASTER|RESET SLAVE|CHANGE REPLICATION) /],
  ['flush', /^FLUSH /],
]

/** Client commands, which the client interprets at the beginning of a line. */
const clientCommands = new Set(
  'SOURCE SYSTEM TEE NOTEE PAGER NOPAGER EDIT EGO CONNECT CLEAR EXIT GO PRINT PROMPT QUIT REHASH STATUS CHARSET WARNINGS NOWARNING SANDBOX COSTS RESETCONNECTION HELP'.split(
    ' ',
  ),
)
const judged = new Set(
  'GRANT REVOKE CREATE ALTER DROP RENAME SET USE CHANGE START STOP RESET FLUSH LOAD INSTALL UNINSTALL'.split(' '),
)
const pairs = new Map([
  ['INTO OUTFILE', 'INTO OUTFILE'],
  ['INTO DUMPFILE', 'INTO DUMPFILE'],
  ['LOAD_FILE (', 'LOAD_FILE'],
])

/** Dialect for one file: the file can name its database, and no other. */
export function createMariadbDialect(): SqlDialect {
  let database: string | undefined
  return {
    ...mariadb,
    judge(tokens) {
      if (tokens[0] === 'USE') {
        if (database !== undefined && database !== tokens[1])
          return { do: 'refuse', refusal: 'other_database', what: 'USE: the file contains more than one database' }
        database = tokens[1]
      }
      return judge(tokens)
    },
  }
}

const mariadb: Omit<SqlDialect, 'judge'> = {
  name: 'mariadb',
  commentsNest: false,
  dashesNeedSpace: true,
  hashComments: true,
  backslashEscapes: true,
  backtickNames: true,
  dollarQuotes: false,
  runsComments: true,
  hasDelimiterCommand: true,
  countsBrackets: false,
  longStatements: new Set(),
  judgePair: (before, word) => pairs.get(`${before} ${word}`) ?? null,
}

function judge(tokens: Tokens): Verdict {
  const [first = ''] = tokens
  if (clientCommands.has(first))
    return { do: 'refuse', refusal: 'client_command', what: `the client command ${first.toLowerCase()}` }
  if (!judged.has(first)) return keep
  const text = tokens.slice(0, 60).map(plainOf).join(' ')
  if (first === 'LOAD') return { do: 'refuse', refusal: 'program_or_file', what: 'LOAD DATA, LOAD XML or LOAD INDEX' }
  if (/^(?:UN)?INSTALL /.test(text))
    return { do: 'refuse', refusal: 'program_or_file', what: `${first} of a part of the server` }
  if (/^DROP (?:DATABASE|SCHEMA) /.test(text)) return { do: 'refuse', refusal: 'other_database', what: 'DROP DATABASE' }
  if (/^SET\b.{0,600}NO_BACKSLASH_ESCAPES/.test(text))
    return { do: 'refuse', refusal: 'unsafe_setting', what: 'sql_mode with NO_BACKSLASH_ESCAPES' }
  const found = leftOut.find(([, pattern]) => pattern.test(text))
  return found === undefined ? keep : { do: 'leave-out', kind: found[0] }
}

function plainOf(token: string): string {
  return (token.length > 1 && (token.startsWith("'") || token.startsWith('"')) ? token.slice(1) : token).toUpperCase()
}
