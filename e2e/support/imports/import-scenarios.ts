/** Valid files in every format, with an undo, and with nothing changed when one of them is refused. */
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type DataTestEnv, hashOf, type Kind, seed, serviceOf } from '../data-test-env.ts'
import type { Report } from '../report.ts'
import { importFile, sendForm, sendRaw, undoImport } from './upload.ts'

const rows = 2_000

/** Contains the statements of every dump that refer to its source. */
export function dumpOf(kind: Kind, salt: string): string {
  const lines = Array.from({ length: rows }, (_, n) => [n + 1, `it's \\\\! ${salt} ${n}; -- "x"`] as const)
  if (kind === 'mariadb') {
    const values = lines.map(([id, label]) => `(${id},'${label.replaceAll("'", "\\'")}',${id}.5000)`)
    return `/*M!999999\\- enable the sandbox mode */
-- MariaDB dump 10.19  Distrib 11.4
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
SET @@SESSION.SQL_LOG_BIN= 0;
CREATE DATABASE \`elsewhere\`;
USE \`elsewhere\`;
CREATE TABLE \`items\` (\`id\` bigint primary key, \`label\` varchar(200) not null, \`amount\` decimal(20,4));
LOCK TABLES \`items\` WRITE;
INSERT INTO \`items\` VALUES ${values.join(',')};
UNLOCK TABLES;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`%\`*/ /*!50003 TRIGGER before_items BEFORE INSERT ON items FOR EACH ROW BEGIN SET NEW.amount = 1; END */;;
DELIMITER ;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=\`admin\`@\`localhost\` SQL SECURITY DEFINER */
/*!50001 VIEW \`totals\` AS select count(*) AS \`n\` from \`items\` */;
GRANT ALL ON *.* TO 'root'@'%';
-- Dump completed on 2026-01-01
`
  }
  const values = lines.map(([id, label]) => `${id}\t${label}\t${id}.5`)
  return `--
-- PostgreSQL database dump
--

\\restrict FxWvEeXFa3dHDFcvtOJzxBHBsSAFsIRtfnTfbkq
SET statement_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA public;
ALTER SCHEMA public OWNER TO somebody;
CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA public;
COMMENT ON EXTENSION pgcrypto IS 'cryptographic functions';
CREATE FUNCTION public.twice(n numeric) RETURNS numeric LANGUAGE plpgsql AS $_$
begin return n * 2; -- it's; \\! text
end $_$;
ALTER FUNCTION public.twice(n numeric) OWNER TO somebody;
CREATE TABLE public.items (id bigint NOT NULL, label text NOT NULL, amount numeric);
ALTER TABLE public.items OWNER TO somebody;
COPY public.items (id, label, amount) FROM stdin;
${values.join('\n')}
\\.
ALTER TABLE ONLY public.items ADD CONSTRAINT items_pkey PRIMARY KEY (id);
CREATE VIEW public.totals AS SELECT count(*) AS n FROM public.items;
GRANT SELECT ON TABLE public.items TO reader;
\\unrestrict FxWvEeXFa3dHDFcvtOJzxBHBsSAFsIRtfnTfbkq
`
}

export async function proveForms(data: DataTestEnv, report: Report, kind: 'postgres' | 'mariadb'): Promise<void> {
  const service = serviceOf(data, kind)
  await seed(data, service, { rows: 500, salt: 'old' })
  const old = await hashOf(data, service)
  const sent = {
    plain: (text: Buffer) => sendForm(data, service, text),
    gzip: (text: Buffer) => sendRaw(data, service, gzipSync(text), ''),
    zstd: (text: Buffer) => sendRaw(data, service, zstdCompressSync(text)),
  }
  const seen = new Set<string>()
  for (const [form, send] of Object.entries(sent)) {
    const made = await importFile(data, () => send(Buffer.from(dumpOf(kind, form))))
    if (!report.expect(made.status === 'succeeded', `${kind}, ${form}: ${JSON.stringify(made.error)}`)) continue
    report.expect(made.file.format === form && made.result?.rows === rows, `${kind}, ${form}: ${JSON.stringify(made)}`)
    report.expect(
      Object.keys(made.skippedStatements).length >= 2,
      `${kind}, ${form} left out ${JSON.stringify(made.skippedStatements)}`,
    )
    report.expect((made.safetyBackupId !== null) === (form === 'gzip'), `${kind}, ${form}: safety backup`)
    const hash = await hashOf(data, service)
    report.expect(hash.endsWith(` ${rows}`) && !seen.has(hash), `${kind}, ${form}: holds ${hash}`)
    seen.add(hash)
    if (form === 'plain') {
      await undoImport(data, made.id)
      await untilHash(data, kind, old, report)
    }
  }
  if (kind === 'postgres') await proveArchive(data, report)
}

/** Created by pg_dump itself, in the database's container. */
async function proveArchive(data: DataTestEnv, report: Report): Promise<void> {
  const service = serviceOf(data, 'postgres')
  const before = await hashOf(data, service)
  const dump = 'PGPASSWORD="$POSTGRES_PASSWORD" pg_dump -Fc -h 127.0.0.1 -U "$POSTGRES_USER" "$POSTGRES_DB" | base64'
  const text = await data.testEnv.target.mustExec(['docker', 'exec', '-i', `longshore-${service.id}`, 'sh'], {
    stdin: dump,
  })
  await seed(data, service, { rows: 5, salt: 'between' })
  const made = await importFile(data, () => sendForm(data, service, Buffer.from(text, 'base64')))
  report.expect(made.status === 'succeeded', `an archive: ${JSON.stringify(made.error)}`)
  report.expect(
    made.file?.format === 'custom' && (await hashOf(data, service)) === before,
    'the archive holds other data',
  )
}

async function untilHash(data: DataTestEnv, kind: Kind, wanted: string, report: Report): Promise<void> {
  const hash = await hashOf(data, serviceOf(data, kind))
  report.expect(hash === wanted, `${kind}: the old data are not back: ${hash}`)
}
