/** SQL that tries to escape from a database. Each leaves a mark when it works, named by its id. */

export interface Attempt {
  readonly name: string
  readonly engine: 'postgres' | 'mariadb'
  /** The SQL of the attempt. `program` is a shell command that it tries to start. */
  sql(by: { program: string; file: string; port: number }): string
  /**
   * Where it is stopped: by validation of its text, by the database's permissions, or by the client, which can't start
   * programs.
   */
  readonly stopsAt: 'text' | 'database' | 'process'
}

const postgres = (name: string, stopsAt: Attempt['stopsAt'], sql: Attempt['sql']): Attempt => ({
  name,
  engine: 'postgres',
  stopsAt,
  sql,
})
const mariadb = (name: string, stopsAt: Attempt['stopsAt'], sql: Attempt['sql']): Attempt => ({
  name,
  engine: 'mariadb',
  stopsAt,
  sql,
})
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

export const attempts: readonly Attempt[] = [
  postgres('shell', 'text', ({ program }) => `\\! ${program}\n`),
  postgres('program behind a statement', 'text', ({ program }) => `SELECT 1; \\! ${program}\n`),
  postgres('program inside a statement', 'text', ({ program }) => `SELECT 1 \\! ${program}\n;\n`),
  postgres('output to a program', 'text', ({ program }) => `\\o |${program}\nSELECT 1;\n\\o\n`),
  postgres('query to a program', 'text', ({ program }) => `SELECT 1 \\g |${program}\n`),
  postgres('buffer to a program', 'text', ({ program }) => `SELECT 1 \\w |${program}\n`),
  postgres('backticks', 'text', ({ program }) => `\\set a \`${program}\`\n`),
  postgres('copy to a program', 'text', ({ program }) => `\\copy (SELECT 1) to program ${quoted(program)}\n`),
  postgres('copy from a file', 'text', ({ file }) => `CREATE TABLE t (a text);\n\\copy t from ${quoted(file)}\n`),
  postgres('include', 'text', ({ file }) => `\\i ${file}\n`),
  postgres('relative include', 'text', ({ file }) => `\\ir ..${file}\n`),
  postgres('generated commands', 'text', ({ program }) => `SELECT 'COPY (SELECT 1) TO PROGRAM ' || quote_literal(${quoted(program)}) \\gexec\n`),
  postgres('another login', 'text', () => '\\connect "host=127.0.0.1 user=app dbname=app"\n'),
  postgres('environment of the client', 'text', ({ program }) => `\\setenv PAGER '${program}'\n\\pset pager always\nSELECT 1;\n`),
  postgres('editor', 'text', ({ program }) => `\\setenv EDITOR '${program}'\n\\e\n`),
  postgres('COPY TO PROGRAM', 'text', ({ program }) => `COPY (SELECT 1) TO PROGRAM ${quoted(program)};\n`),
  postgres('COPY with a comment between', 'text', ({ program }) => `CREATE TABLE t (a text);\nCOPY t FROM/**/PROGRAM ${quoted(program)};\n`),
  postgres('COPY from a file of the server', 'text', ({ file }) => `CREATE TABLE t (a text);\nCOPY t FROM ${quoted(file)};\n`),
  postgres('strings that are read in another way', 'text', ({ program }) => `SET standard_conforming_strings = off;\nSELECT '\\';\n\\! ${program}\n--';\n`),
  postgres('the same, by a function', 'process', ({ program }) => `SELECT set_config('standard_' || 'conforming_strings', 'off', false);\nSELECT '\\', $q$';\n\\! ${program}\n-- $q$;\n`),
  postgres('letters whose half is a backslash', 'text', ({ program }) => `SET client_encoding = 'SJIS';\nSELECT '\u0081\\! ${program}\n';\n`),
  postgres('data that are none', 'text', ({ program }) => `COPY no_such_table FROM stdin; \\! ${program}\n\\.\n`),
  postgres('data of a table that is not there', 'database', ({ program }) => `COPY no_such_table FROM stdin;\n\\! ${program}\n\\.\n`),
  postgres('COPY in a block', 'database', ({ program }) => `DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ' || quote_literal(${quoted(program)}); END $$;\n`),
  postgres('a function in C', 'database', ({ program }) => `CREATE FUNCTION system(cstring) RETURNS int AS '/lib/x86_64-linux-gnu/libc.so.6', 'system' LANGUAGE C STRICT;\nSELECT system(${quoted(program)});\n`),
  postgres('a language that may do everything', 'database', ({ program }) => `CREATE EXTENSION plpython3u;\nDO LANGUAGE plpython3u $$ import os; os.system(${JSON.stringify(program)}) $$;\n`),
  postgres('a large object as a file', 'database', ({ file }) => `SELECT lo_export(lo_from_bytea(0, 'x'), ${quoted(file)});\n`),
  postgres('reading a file', 'database', () => "SELECT pg_read_file('/etc/passwd');\n"),
  postgres('becoming the owner of all', 'database', () => 'DO $$ BEGIN EXECUTE \'ALTER ROLE longshore_import SUPERUSER\'; END $$;\n'),
  postgres('settings of the server', 'database', ({ program }) => `DO $$ BEGIN EXECUTE 'ALTER SYSTEM SET archive_command = ' || quote_literal(${quoted(program)}); END $$;\n`),
  mariadb('shell', 'text', ({ program }) => `\\! ${program}\n`),
  mariadb('system', 'text', ({ program }) => `system ${program};\n`),
  mariadb('system behind a statement', 'text', ({ program }) => `SELECT 1;\nsystem ${program}\n`),
  mariadb('source', 'text', ({ file }) => `source ${file}\n`),
  mariadb('source, short', 'text', ({ file }) => `\\. ${file}\n`),
  mariadb('tee', 'text', ({ file }) => `tee ${file}\nSELECT 1;\n`),
  mariadb('pager', 'text', ({ program }) => `pager ${program}\nSELECT 1;\n`),
  mariadb('delimiter that hides', 'text', ({ program }) => `DELIMITER '\nSELECT 1'\n\\! ${program}\n`),
  mariadb('text that runs only here', 'text', ({ program }) => `/*!50000 SELECT 1 */ \\! ${program}\n`),
  mariadb('a mark of the sandbox that is none', 'text', ({ program }) => `/*M!999999\\- */ \\! ${program}\n`),
  mariadb('strings that are read in another way', 'text', ({ program }) => `SET sql_mode = 'NO_BACKSLASH_ESCAPES';\nSELECT '\\';\n\\! ${program}\n-- ';\n`),
  mariadb('LOAD DATA LOCAL', 'text', () => "CREATE TABLE t (a text);\nLOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t;\n"),
  mariadb('LOAD DATA, dressed up', 'text', () => "CREATE TABLE t (a text);\n/*!50000 LOAD */ DATA INFILE '/etc/passwd' INTO TABLE t;\n"),
  mariadb('INTO OUTFILE', 'text', ({ file }) => `SELECT 'x' INTO OUTFILE ${quoted(file)};\n`),
  mariadb('INTO DUMPFILE in a routine', 'text', ({ file }) => `DELIMITER ;;\nCREATE PROCEDURE p() BEGIN SELECT 'x' INTO DUMPFILE ${quoted(file)}; END;;\nDELIMITER ;\nCALL p();\n`),
  mariadb('a file by a prepared statement', 'database', ({ file }) => `SET @q = CONCAT('SELECT 1 INTO OUT', 'FILE ', QUOTE(${quoted(file)}));\nPREPARE s FROM @q;\nEXECUTE s;\n`),
  mariadb('a function from a library', 'database', () => "CREATE FUNCTION sys_exec RETURNS INTEGER SONAME 'lib_mysqludf_sys.so';\n"),
  mariadb('users of the server', 'database', () => "INSERT INTO mysql.global_priv VALUES ('%', 'evil', '{}');\n"),
  mariadb('settings of the server', 'database', ({ file }) => `SET @a = 1, GLOBAL general_log_file = ${quoted(file)};\n`),
] // biome-ignore format: one attempt each
