import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import type { DumpEngine } from '../manifest.schemas.ts'
import { type DumpScan, scanDump } from './scan-dump.policy.ts'

const postgresDump = `--
-- PostgreSQL database dump
--

\\restrict abc
-- Dumped from database version 17.6 (Debian 17.6-1)
-- Dumped by pg_dump version 17.6 (Debian 17.6-1)

CREATE ROLE reader;
--
-- Name: bump(); Type: FUNCTION; Schema: public; Owner: app
--
CREATE FUNCTION public.bump() AS $$
COPY public.accounts (id) FROM stdin;
-- PostgreSQL database dump complete
$$;

--
-- Name: accounts; Type: TABLE; Schema: public; Owner: app
--

CREATE TABLE public.accounts (id int, name text);

--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: app
--

COPY public.accounts (id, name) FROM stdin;
1\tone\\n\\\\.
2\t\\N
\\.x\t3
\\.


--
-- Data for Name: empty; Type: TABLE DATA; Schema: odd; schema; Owner: app
--

COPY "odd; schema".empty  FROM stdin;
\\.


SELECT pg_catalog.setval('public.tickets', 100, true);

--
-- Name: one; Type: DEFAULT ACL; Schema: -; Owner: app
--

--
-- PostgreSQL database dump complete
--

\\unrestrict abc

`

const mariadbDump = `/*M!999999\\- enable the sandbox mode */
-- MariaDB dump 10.19  Distrib 10.11.14-MariaDB, for debian-linux-gnu (x86_64)
-- Server version\t10.11.14-MariaDB-0+deb12u2

--
-- Table structure for table \`accounts\`
--

CREATE TABLE \`accounts\` (\`id\` int);

--
-- Dumping data for table \`accounts\`
--

LOCK TABLES \`accounts\` WRITE;
INSERT INTO \`accounts\` VALUES
(1,'one;\\n);'),
(2,NULL);
INSERT INTO \`accounts\` VALUES
(3,'three');
UNLOCK TABLES;

--
-- Dumping data for table \`odd \`\`name\`
--

INSERT INTO \`odd \`\`name\` VALUES (1,'a),(;\\'('),(2,'b');
UNLOCK TABLES;

--
-- Dumping routines for database 'app'
--
DELIMITER ;;
CREATE DEFINER=\`app\`@\`%\` PROCEDURE \`bump\`()
begin
INSERT INTO \`accounts\` VALUES
(9);
end ;;
DELIMITER ;
/*!50003 CREATE*/ /*!50017 DEFINER=\`app\`@\`%\`*/ /*!50003 TRIGGER \`bumped\` BEFORE UPDATE ON accounts for each row begin end */;;

-- Dump completed on 2026-11-15  3:00:00
`

const hashOf = (text: string) => createHash('sha512-256').update(text).digest('hex')

const postgresContent = {
  objects: [
    'DEFAULT ACL one',
    'FUNCTION public.bump()',
    "SEQUENCE VALUE 'public.tickets', 100, true);",
    'TABLE public.accounts',
  ],
  tables: [
    { name: 'public.accounts', rows: 3, digest: hashOf('1\tone\\n\\\\.\n2\t\\N\n\\.x\t3\n') },
    { name: 'odd; schema.empty', rows: 0, digest: hashOf('') },
  ],
  rowHash: 'sha512-256',
  entries: null,
}

const mariadbContent = {
  objects: ['PROCEDURE bump', 'TABLE accounts', 'TRIGGER bumped'],
  tables: [
    { name: 'accounts', rows: 3, digest: hashOf("(1,'one;\\n);'),\n(2,NULL);(3,'three');") },
    { name: 'odd `name', rows: 2, digest: hashOf("(1,'a),(;\\'('),(2,'b');") },
  ],
  rowHash: 'sha512-256',
  entries: null,
}

describe.each([
  ['postgres', postgresDump, postgresContent, '17.6'],
  ['mariadb', mariadbDump, mariadbContent, '10.11.14-MariaDB-0+deb12u2'],
] as const)('a dump of %s', (engine, dump, content, engineVersion) => {
  test('is described exactly, wherever its chunks are split', async () => {
    const bytes = Buffer.from(dump)
    const cuts = [...Array.from({ length: bytes.length }, (_, at) => [at]), ...randomCuts(bytes.length, 100)]
    for (const at of cuts) {
      const scan = await scanAll(engine, cutAt(bytes, at))
      expect(scan.content(), `cut at ${at}`).toEqual(content)
      expect(scan.facts()).toMatchObject({ engineVersion, hasEndMarker: true })
    }
  })

  test('is passed on unchanged', async () => {
    const parts: Buffer[] = []
    for await (const part of scanDump(engine, streamOf(cutAt(Buffer.from(dump), [7, 300]))).through) parts.push(part)
    expect(Buffer.concat(parts).toString()).toBe(dump)
  })

  it('is incomplete when any part of its end is missing, or something follows', async () => {
    const end = dump.trimEnd().lastIndexOf(engine === 'postgres' ? '-- PostgreSQL' : '-- Dump completed')
    for (let length = 0; length <= end + 15; length += 1) {
      const scan = await scanAll(engine, [Buffer.from(dump).subarray(0, length)])
      expect(scan.facts().hasEndMarker, `${length} bytes`).toBe(false)
    }
    for (const more of ['x', 'DROP TABLE accounts;\n'])
      expect((await scanAll(engine, [Buffer.from(dump + more)])).facts().hasEndMarker).toBe(false)
  })

  it('has different content after any change of a row', async () => {
    const changed = dump.replace('one', 'two')
    expect((await scanAll(engine, [Buffer.from(changed)])).content()).not.toEqual(content)
  })
})

test('rows with any text are counted, however long they are', async () => {
  const random = randomOf(7)
  for (let round = 0; round < 30; round += 1) {
    const rows = Array.from({ length: Math.floor(random() * 40) }, () => randomRow(random))
    const text = rows.map((row) => `${row}\n`).join('')
    const dump = `-- Data for Name: t; Type: TABLE DATA; Schema: s; Owner: o\nCOPY s.t (a) FROM stdin;\n${text}\\.\n\n--\n-- PostgreSQL database dump complete\n--\n\n`
    const bytes = Buffer.from(dump)
    const scan = await scanAll('postgres', cutAt(bytes, randomCuts(bytes.length, 1)[0] ?? []))
    expect(scan.content().tables).toEqual([{ name: 's.t', rows: rows.length, digest: hashOf(text) }])
    expect(scan.facts().hasEndMarker).toBe(true)
  }
})

async function scanAll(engine: DumpEngine, parts: Buffer[]): Promise<DumpScan> {
  const scan = scanDump(engine, streamOf(parts))
  for await (const _ of scan.through);
  return scan
}

async function* streamOf(parts: Buffer[]): AsyncGenerator<Buffer> {
  yield* parts
}

function cutAt(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const all = [0, ...positions.toSorted((a, b) => a - b), bytes.length]
  return all.slice(1).map((end, index) => bytes.subarray(all[index], end))
}

function randomCuts(length: number, count: number): number[][] {
  const random = randomOf(length)
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 30) }, () => Math.floor(random() * length)),
  )
}

/** Generates what COPY writes: no raw newline, and a backslash only before what it escapes. */
function randomRow(random: () => number): string {
  const pieces = ['\\\\.', '\\N', '\t', 'ü☃', 'COPY t FROM stdin;', '\\n', '-- Name: x', 'a'.repeat(200), '']
  return Array.from({ length: Math.floor(random() * 8) }, () => pieces[Math.floor(random() * pieces.length)]).join('')
}

/** Returns the same numbers every time. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
