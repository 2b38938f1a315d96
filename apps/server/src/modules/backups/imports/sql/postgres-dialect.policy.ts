/** SQL for psql: passes only statements that define and fill one database. */
import type { SqlDialect, Tokens, Verdict } from './sql-dialect.policy.ts'

const keep: Verdict = { do: 'keep' }

/** Statement kinds that only make sense on the source server. The tokens are joined by spaces. */
const leftOut: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['privilege', /^(?:GRANT|REVOKE|ALTER DEFAULT PRIVILEGES) /],
  ['role', /^(?:CREATE|ALTER|DROP|COMMENT ON) (?:ROLE|USER|GROUP) /],
  ['role', /^(?:SET|SET SESSION|SET LOCAL|RESET) (?:ROLE|SESSION AUTHORIZATION|SESSION_AUTHORIZATION|AUTHORIZATION)\b/],
  ['tablespace', /^(?:(?:CREATE|ALTER|DROP) TABLESPACE |SET (?:SESSION |LOCAL )?DEFAULT_TABLESPACE )/],
  ['database setting', /^(?:ALTER|COMMENT ON) DATABASE /],
  ['comment on extension', /^COMMENT ON EXTENSION /],
  ['security label', /^SECURITY LABEL /],
  ['replication', /^(?:CREATE|ALTER|DROP|COMMENT ON) (?:PUBLICATION|SUBSCRIPTION) /],
  ['event trigger', /^(?:CREATE|ALTER|DROP|COMMENT ON) EVENT TRIGGER /],
  // Every database has it; dumps of older versions create it anyway.
  ['schema public', /^CREATE SCHEMA PUBLIC$/],
  // Newer dumps for older servers.
  ['unknown setting', /^SET TRANSACTION_TIMEOUT /],
]

/** Words with which one of the rules above, or below, can begin. */
const judged = new Set(
  'ALTER GRANT REVOKE CREATE DROP COMMENT SET RESET SECURITY COPY LOAD SELECT CLUSTER VACUUM CHECKPOINT'.split(' '),
)
const safeEncodings =
  /^(?:UTF-?8|UNICODE|SQL_ASCII|LATIN\d{1,2}|ISO_8859_\d|ISO-8859-\d{1,2}|WIN\d{3,4}|WINDOWS-?\d{3,4}|KOI8R?|KOI8U)$/

export const postgresDialect: SqlDialect = {
  name: 'postgres',
  commentsNest: true,
  dashesNeedSpace: false,
  hashComments: false,
  backslashEscapes: false,
  backtickNames: false,
  dollarQuotes: true,
  runsComments: false,
  hasDelimiterCommand: false,
  countsBrackets: true,
  longStatements: new Set(['COPY', 'ALTER']),
  judge,
  judgePair: () => null,
}

function judge(tokens: Tokens): Verdict {
  const [first = ''] = tokens
  if (!judged.has(first)) return keep
  if (first === 'COPY') return judgeCopy(tokens)
  if (first === 'ALTER' && isAboutOwner(tokens)) return { do: 'leave-out', kind: 'owner' }
  const text = tokens.slice(0, 60).map(plainOf).join(' ')
  if (first === 'SET' || first === 'SELECT') return judgeSetting(text)
  if (first === 'LOAD') return { do: 'refuse', refusal: 'program_or_file', what: 'LOAD (loads a library)' }
  if (/^(?:CREATE|DROP) DATABASE /.test(text))
    return {
      do: 'refuse',
      refusal: 'other_database',
      what: `${first} DATABASE: the file contains more than one database`,
    }
  return leaveOut(text)
}

/** Matches a change of owner, however many arguments the function has. */
function isAboutOwner(tokens: Tokens): boolean {
  const at = tokens.lastIndexOf('OWNER')
  return at > 1 && at >= tokens.length - 4 && tokens[at + 1] === 'TO'
}

function leaveOut(text: string): Verdict {
  const found = leftOut.find(([, pattern]) => pattern.test(text))
  return found === undefined ? keep : { do: 'leave-out', kind: found[0] }
}

/** Allows only data that follow in the file. */
function judgeCopy(tokens: Tokens): Verdict {
  const refuse = (what: string): Verdict => ({ do: 'refuse', refusal: 'program_or_file', what })
  const at = directionOf(tokens)
  const [direction, place] = [tokens[at], tokens[at + 1]]
  if (direction !== 'FROM' || place !== 'STDIN') return refuse('COPY other than FROM stdin')
  if (tokens.slice(at).some((each) => /^['"]?BINARY$/i.test(each)) || tokens[1] === 'BINARY')
    return refuse('COPY in binary format')
  return { do: 'take-data' }
}

function directionOf(tokens: Tokens): number {
  let depth = 0
  return tokens.findIndex((each) => {
    if (each === '(') depth += 1
    if (each === ')') depth -= 1
    return depth === 0 && (each === 'FROM' || each === 'TO')
  })
}

/**
 * Settings for quotes and characters must not change; otherwise the client would parse the rest differently than we do.
 */
function judgeSetting(text: string): Verdict {
  const refuse = (what: string): Verdict => ({ do: 'refuse', refusal: 'unsafe_setting', what })
  const [, name = '', value = ''] =
    /^SET (?:SESSION |LOCAL )?([A-Z_.]{1,80}) (?:= |TO )?([^ ]{0,80})/.exec(text) ??
    /SET_CONFIG \( ([^ ]{0,80}) , ([^ ]{0,80})/.exec(text) ??
    []
  if (name === 'STANDARD_CONFORMING_STRINGS' && !/^(?:ON|TRUE|YES|1)$/.test(value))
    return refuse('standard_conforming_strings turned off')
  if ((name === 'CLIENT_ENCODING' || name === 'NAMES') && !safeEncodings.test(value))
    return refuse('an unsafe client_encoding')
  return leaveOut(text)
}

/** Returns quoted names and strings without their prefix. */
function plainOf(token: string): string {
  return (token.length > 1 && (token.startsWith("'") || token.startsWith('"')) ? token.slice(1) : token).toUpperCase()
}
