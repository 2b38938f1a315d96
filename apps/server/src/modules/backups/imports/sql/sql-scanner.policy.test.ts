import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMariadbDialect } from './mariadb-dialect.policy.ts'
import { postgresDialect } from './postgres-dialect.policy.ts'
import type { SqlDialect } from './sql-dialect.policy.ts'
import { SqlRefusedError } from './sql-refused-error.policy.ts'
import { SqlScanner } from './sql-scanner.policy.ts'

const roomy = { statements: 1_000_000, statementBytes: 64 << 20 }

function scan(dialect: SqlDialect, text: string | Buffer, sizes: readonly number[] = [1 << 20], limits = roomy) {
  const scanner = new SqlScanner(dialect, limits)
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1)
    parts.push(...scanner.push(bytes.subarray(at, at + size)).map((each) => Buffer.from(each)))
    at += size
  }
  parts.push(...scanner.end())
  return { text: Buffer.concat(parts).toString('utf8'), ...scanner.counts() }
}

function refusalOf(dialect: SqlDialect, text: string | Buffer, sizes?: readonly number[], limits = roomy) {
  try {
    scan(dialect, text, sizes, limits)
    return 'none'
  } catch (error) {
    if (error instanceof SqlRefusedError) return `${error.refusal} ${error.line}`
    throw error
  }
}

const dump = `--
-- PostgreSQL database dump
--

\\restrict kZ0uZ1BSZPxK0aQ
SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE FUNCTION public.f(a integer, b text) RETURNS text LANGUAGE plpgsql AS $_$
begin -- \\! in a body is text
  return 'it''s' || $1; end $_$;
ALTER FUNCTION public.f(a integer, b text) OWNER TO somebody;
CREATE TABLE public.notes (id integer, "odd \\! name" text DEFAULT E'it\\'s \\\\' );
ALTER TABLE ONLY public.notes OWNER TO somebody;
COPY public.notes (id, "odd \\! name") FROM stdin;
1\t\\\\! touch me; \\! not a command
2\t\\.x
\\.
/* outer /* inner; \\! */ still */
GRANT ALL ON TABLE public.notes TO other;
SELECT pg_catalog.setval('public.s', 2, true);
\\unrestrict kZ0uZ1BSZPxK0aQ
`

const mariadbDump = `/*M!999999\\- enable the sandbox mode */
-- MariaDB dump 10.19
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
SET @@GLOBAL.GTID_PURGED='x';
CREATE DATABASE \`shop\`;
USE \`shop\`;
INSERT INTO \`notes\` VALUES (1,'it\\'s; \\\\! text'),(2,"a ; # b"),(3,0x00FF);
# a comment; \\! here
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`%\`*/ /*!50003 TRIGGER t BEFORE INSERT ON notes FOR EACH ROW BEGIN SET NEW.a = 1; END */;;
DELIMITER ;
/*!50013 DEFINER=\`a\`@\`localhost\` SQL SECURITY DEFINER */
`

describe('output to the client', () => {
  it('is a PostgreSQL dump without owners, privileges and its guard, line by line', () => {
    const seen = scan(postgresDialect, dump)
    expect(seen.leftOut).toEqual({ owner: 2, privilege: 1 })
    expect(seen.text.split('\n').length).toBe(dump.split('\n').length)
    const wanted = dump
      .split('\n')
      .map((line) => (/^(\\(un)?restrict|ALTER|GRANT)/.test(line) ? '' : line))
      .join('\n')
    expect(seen.text).toBe(wanted)
    expect(seen.statements).toBe(11)
  })

  it('is a MariaDB dump without definers and databases', () => {
    const seen = scan(createMariadbDialect(), mariadbDump)
    expect(seen.leftOut).toEqual({ database: 2, 'server setting': 1 })
    expect(seen.text).not.toMatch(/DEFINER=|999999|GTID|USE|CREATE DATABASE/)
    expect(seen.text).toContain('SQL SECURITY DEFINER')
    expect(seen.text).toContain('SET NEW.a = 1; END */;;\nDELIMITER ;\n')
    expect(seen.text.split('\n').length).toBe(mariadbDump.split('\n').length)
  })

  it('is the same however the file is split into chunks', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(sizes, (each) => {
        expect(scan(postgresDialect, dump, each)).toEqual(scan(postgresDialect, dump))
        expect(scan(createMariadbDialect(), mariadbDump, each)).toEqual(scan(createMariadbDialect(), mariadbDump))
      }),
      { numRuns: 300 },
    )
  })

  it('is complete for a statement that is too long to be held', () => {
    const text = `INSERT INTO t VALUES ('${'x\\\\;'.repeat(100_000)}');\nSELECT 1;\n`
    for (const size of [1_000, 65_536, 1 << 20]) {
      expect(scan(createMariadbDialect(), text, [size])).toEqual({ text, statements: 2, leftOut: {} })
      expect(scan(postgresDialect, text, [size])).toEqual({ text, statements: 2, leftOut: {} })
    }
    const hex = `INSERT INTO t VALUES (0x${'AB'.repeat(400_000)});\nINSERT INTO t VALUES (1);\n`
    expect(scan(createMariadbDialect(), hex, [10_007])).toEqual({ text: hex, statements: 2, leftOut: {} })
  })
})

/** Each of these is harmless inside a quote, a comment or data, and is rejected outside. */
const payloads = [
  '\\! touch /tmp/x',
  '\\o |id',
  "\\copy t from program 'id'",
  '\\i /etc/passwd',
  '\\set a `id`',
  '\\gexec',
  '\\c other',
]

describe('client commands', () => {
  it.each(payloads)('%s is refused with its line, wherever a chunk ends', (payload) => {
    for (const text of [`SELECT 1;\n\n${payload}\n`, `SELECT 1\n,2 ${payload}\n`, `/* a */ SELECT $$x$$ ${payload};`]) {
      const line = text.slice(0, text.indexOf('\\')).split('\n').length
      for (const size of [1, 7, 1_000]) {
        expect(refusalOf(postgresDialect, text, [size])).toBe(`client_command ${line}`)
        if (!text.includes('$$')) expect(refusalOf(createMariadbDialect(), text, [size])).toBe(`client_command ${line}`)
      }
    }
  })

  it('are text inside strings, comments and data', () => {
    const inert = (text: string) => fc.constantFrom(
      `SELECT '${text.replaceAll("'", "''")}';`, `SELECT "${text}";`, `SELECT $q$${text}$q$;`, `-- ${text}\n`, `/* ${text} */`,
      `COPY t FROM stdin;\n${text.replaceAll('\n', ' ')}\n\\.\n`, 'SELECT 1;\n', 'SELECT (1);', `SELECT E'\\'${text.replaceAll(/['\\]/g, '')}\\\\';`,
    ) // biome-ignore format: one kind of place each
    const place = fc.constantFrom(...payloads).chain(inert)
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        (parts, sizes) => {
          const text = parts.join('\n')
          expect(scan(postgresDialect, text, sizes).text).toBe(text)
          const line = text.split('\n').length + 1
          expect(refusalOf(postgresDialect, `${text}\n\\! id`, sizes)).toBe(`client_command ${line}`)
        },
      ),
      { numRuns: 400 },
    )
  })

  it.each([
    'system id',
    'SOURCE /etc/passwd',
    'tee /tmp/x',
    'pager id',
    'charset gbk',
    'DELIMITER \\!',
    'delimiter ab',
    '\\! id',
  ])('of MariaDB: %s', (command) =>
    expect(refusalOf(createMariadbDialect(), `SELECT 1;\n${command}\n`)).toBe('client_command 2'),
  )
})

describe('server programs and files', () => {
  it.each([
    "COPY t FROM PROGRAM 'id'", "COPY t FROM/**/PROGRAM 'id'", "copy t to\n program 'id'", "COPY (SELECT 1) TO PROGRAM 'id'",
    "COPY t FROM '/etc/passwd'", "COPY t (a, b) FROM E'/etc/passwd'", 'COPY t TO STDOUT', 'COPY BINARY t FROM stdin', "COPY t FROM stdin WITH (FORMAT 'binary')",
    "LOAD 'x'",
  ])('of PostgreSQL: %s', (text) => expect(refusalOf(postgresDialect, `${text};\n`)).toBe('program_or_file 1')) // biome-ignore format: a list

  it.each([
    "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t", "LOAD/**/DATA INFILE 'x' INTO TABLE t", "/*!50000 LOAD DATA LOCAL INFILE 'x' INTO TABLE t */",
    "SELECT 1 INTO OUTFILE '/tmp/x'", "SELECT 1 INTO/**/DUMPFILE '/tmp/x'", "SELECT LOAD_FILE('/etc/passwd')", "SELECT load_file ( 'x' )", "INSTALL SONAME 'x'",
  ])('of MariaDB: %s', (text) => expect(refusalOf(createMariadbDialect(), `${text};\n`)).toMatch(/^program_or_file 1/)) // biome-ignore format: a list

  it('a COPY has nothing after it on its line', () => {
    expect(refusalOf(postgresDialect, 'COPY t FROM stdin; \\! id\n1\n\\.\n')).toBe('client_command 1')
    expect(refusalOf(postgresDialect, 'COPY t FROM stdin; SELECT 1;\n1\n\\.\n')).toBe('client_command 1')
  })
})

describe('settings that change how the rest is parsed', () => {
  it.each([
    'SET standard_conforming_strings = off', "set session standard_conforming_strings to 'off'", "SELECT set_config('standard_conforming_strings', 'off', false)",
    "SET client_encoding = 'SJIS'", "SET NAMES 'BIG5'", "SELECT pg_catalog.set_config('client_encoding', 'gbk', false)",
  ])('%s', (text) => expect(refusalOf(postgresDialect, `${text};\n`)).toBe('unsafe_setting 1')) // biome-ignore format: a list
  it('of MariaDB', () =>
    expect(refusalOf(createMariadbDialect(), "SET sql_mode='ANSI,NO_BACKSLASH_ESCAPES';")).toBe('unsafe_setting 1'))
})

describe('limits', () => {
  it('of the number and the size of statements', () => {
    expect(refusalOf(postgresDialect, 'SELECT 1;'.repeat(11), [5], { ...roomy, statements: 10 })).toBe(
      'too_many_statements 1',
    )
    const long = `SELECT '${'x'.repeat(300_000)}';`
    expect(refusalOf(postgresDialect, long, [4_096], { ...roomy, statementBytes: 200_000 })).toBe(
      'statement_too_large 1',
    )
    expect(refusalOf(postgresDialect, long, [4_096])).toBe('none')
  })
  it.each(["SELECT 'a", 'SELECT $x$ a $y$', '/* a', 'SELECT (1', 'COPY t FROM stdin;\n1\n', 'SELECT "a'])(
    'a file that ends in %s',
    (text) => expect(refusalOf(postgresDialect, text)).toMatch(/^ends_in_the_middle/),
  )
  it('one file has one database', () => {
    expect(refusalOf(createMariadbDialect(), 'USE `a`;\nUSE `a`;\nUSE `b`;\n')).toBe('other_database 3')
    expect(refusalOf(postgresDialect, 'CREATE DATABASE x;')).toBe('other_database 1')
  })
  it('text full of escapes is read in linear time', () => {
    const before = process.cpuUsage()
    scan(createMariadbDialect(), `SELECT '${'\\\\'.repeat(2_000_000)}';`, [65_536])
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })
})
