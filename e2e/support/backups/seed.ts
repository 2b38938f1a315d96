/** Data that is hard to dump: every kind of database object, and values that dumps must escape. */
import type { BackupTestEnv } from '../backup-test-env.ts'

export async function seedPostgres({ query }: Pick<BackupTestEnv, 'query'>, rows: number): Promise<void> {
  await query(
    'postgres',
    `create role reader login password 'reader''s own';
create schema "Odd ; Type: TABLE";
create table accounts (id bigint generated always as identity primary key, name text not null, balance numeric(12,2),
  data bytea, tags jsonb, born timestamptz default '2020-01-01', check (name in ('a', 'b') or length(name) > 0));
insert into accounts (name, balance, data, tags)
  select E'name\\t' || n || case n % 5 when 0 then E'\\n\\\\.\\n' when 1 then E'\\\\N' when 2 then 'ü☃' else '' end,
    case when n % 7 = 0 then null else n / 3.0 end, sha256(n::text::bytea), jsonb_build_object('n', n, 'q', '"''')
  from generate_series(1, ${rows}) n;
create table "Odd ; Type: TABLE"."semi; Owner: (colon)" ("a ""b" int, "c;d" text);
insert into "Odd ; Type: TABLE"."semi; Owner: (colon)" values (1, E'COPY accounts FROM stdin;\\n1\\n\\\\.\\n'), (2, null);
create table nothing ();
create table empty (id int);
create view totals as select count(*) as n, sum(balance) from accounts;
create materialized view kept as select id, name from accounts where id < 10;
create function bump() returns trigger language plpgsql as $body$
begin
-- PostgreSQL database dump complete
  new.name := new.name || '!';
  return new;
end $body$;
create trigger bumped before update on accounts for each row execute function bump();
create sequence tickets start 100;
select nextval('tickets');
create index on accounts (name);
grant select on accounts to reader;
select lo_from_bytea(0, '\\x00010203ff');
comment on table accounts is 'people''s -- money';
create table parts (id int, at date) partition by range (at);
create table parts_one partition of parts for values from ('2020-01-01') to ('2021-01-01');
insert into parts values (1, '2020-05-05');
`,
  )
}

export async function seedMariadb({ query }: Pick<BackupTestEnv, 'query'>, rows: number): Promise<void> {
  await query(
    'mariadb',
    `create table accounts (id bigint auto_increment primary key, name varchar(200) not null, balance decimal(12,2), data blob,
  tags json, born datetime default '2020-01-01');
insert into accounts (name, balance, data, tags)
  select concat('name\\t', seq, case seq % 4 when 0 then '\\n);\\n' when 1 then '''' when 2 then 'ü☃' else '' end),
    if(seq % 7 = 0, null, seq / 3), unhex(sha2(seq, 256)), json_object('n', seq) from seq_1_to_${rows};
create table \`odd \`\`table\` (a int, \`b;c\` text);
insert into \`odd \`\`table\` values (1, 'INSERT INTO \`accounts\` VALUES\\n(1);\\n-- Dump completed\\n'), (2, null);
create table nothing (id int);
create view totals as select count(*) as n, sum(balance) as balance from accounts;
delimiter ;;
create procedure bump(in x int)
begin
  select x;
-- Dump completed on never
end;;
create trigger bumped before update on accounts for each row begin set new.name = concat(new.name, '!'); end;;
create event later on schedule every 1 day disable do begin delete from nothing; end;;
delimiter ;
`,
  )
}

export async function seedRedis({ query }: Pick<BackupTestEnv, 'query'>, keys: number): Promise<void> {
  await query(
    'redis',
    [
      `eval "for n = 1, ${keys} do redis.call('set', 'key:' .. n, string.rep('v', n % 300) .. n) end" 0`,
      `eval "for n = 1, 1000 do redis.call('hset', 'hash', 'f' .. n, n) end" 0`,
      `eval "for n = 1, 1000 do redis.call('sadd', 'set', 'm' .. n) end" 0`,
      `eval "for n = 1, 1000 do redis.call('zadd', 'zset', n / 3, 'm' .. n) end" 0`,
      `eval "for n = 1, 1000 do redis.call('rpush', 'list', n) end" 0`,
      'sadd numbers 1 2 3',
      'hset small a 1 b 2',
      'xadd stream * a 1',
      'setex soon 86400 value',
      'select 3',
      'set elsewhere yes',
      '',
    ].join('\n'),
  )
}

/** A folder, a file in it, a large file, one that only its owner can read, and links of both kinds. */
export async function seedVolume(testEnv: Pick<BackupTestEnv, 'server' | 'serviceIds'>): Promise<void> {
  await inKeeper(
    testEnv,
    `cd /uploads
mkdir photos
echo cat >photos/cat.txt
head -c 3000000 /dev/urandom >noise
echo key >'own ü.txt'
chmod 600 'own ü.txt'
chown 999:998 'own ü.txt'
ln -s photos/cat.txt link
ln noise twin
chmod 1777 /uploads`,
  )
}

type Place = Pick<BackupTestEnv, 'server' | 'serviceIds'>

/** Returns the output of a shell in the container that stores files. */
export function inKeeper(place: Place, stdin: string): Promise<string> {
  return inService(place, 'keeper', stdin)
}

/** The same in the container that shares its volume. */
export function inReader(place: Place, stdin: string): Promise<string> {
  return inService(place, 'reader', stdin)
}

async function inService({ server, serviceIds }: Place, name: string, stdin: string): Promise<string> {
  const filter = `label=longshore.service-id=${serviceIds[name]}`
  const container = (await server.target.mustExec(['docker', 'ps', '-q', '--filter', filter])).trim()
  return await server.target.mustExec(['docker', 'exec', '-i', container, 'bash', '-s'], { stdin: `${stdin}\n` })
}
