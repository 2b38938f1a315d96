/** The migrations: SQL, and for the bad ones the rule that has to find them. */
export type Engine = 'postgres' | 'mariadb'

export interface Migration {
  readonly name: string
  readonly engine: Engine
  /** Null for a good one. */
  readonly rule: string | null
  readonly sql: string
  /** Part of the quick form. */
  readonly isQuick?: boolean
}

const postgres = (name: string, rule: string | null, sql: string, isQuick = false): Migration => {
  return { name: `postgres-${name}`, engine: 'postgres', rule, sql, isQuick }
}
const mariadb = (name: string, rule: string | null, sql: string, isQuick = false): Migration => {
  return { name: `mariadb-${name}`, engine: 'mariadb', rule, sql, isQuick }
}

export const migrations: readonly Migration[] = [
  postgres('fails-midway', 'command_failed', 'alter table users add column half int; select 1 / 0; alter table users add column rest int;', true),
  postgres('drops-used-column', 'destructive_change', 'alter table users drop column name;'),
  postgres('renames-column', 'destructive_change', 'alter table users rename column email to mail;'),
  postgres('drops-table', 'destructive_change', 'drop table sessions;'),
  postgres('rewrites-large-table', 'table_rewritten', 'alter table orders alter column amount type numeric(20, 4);', true),
  postgres('locks-for-long', 'long_lock', 'begin; lock table users in access exclusive mode; select pg_sleep(6); commit;'),
  postgres('runs-forever', 'over_time', 'select pg_sleep(3600);'),
  postgres('fills-the-disk', 'disk_exceeded', "create table filler as select repeat(md5(n::text), 30) as t from generate_series(1, 100000000) n;"),
  postgres('adds-column', null, 'alter table users add column phone text;', true),
  postgres('adds-table', null, 'create table notes (id bigint generated always as identity primary key, user_id int references users, text text); create index on notes (user_id);'),
  postgres('adds-default', null, "alter table users add column plan text not null default 'free';"),
  postgres('indexes-concurrently', null, 'create index concurrently orders_by_user on orders (user_id);'),
  postgres('fills-column', null, "update users set name = upper(name) where id <= 500;"),
  postgres('adds-rows', null, "insert into settings (key, value) select 'key' || n, n::text from generate_series(1, 200) n;"),
  postgres('validates-reference', null, 'alter table orders add constraint orders_users foreign key (user_id) references users not valid; alter table orders validate constraint orders_users;'),

  mariadb('fails-midway', 'command_failed', 'alter table users add column half int; alter table missing add column rest int;'),
  mariadb('drops-used-column', 'destructive_change', 'alter table users drop column name;', true),
  mariadb('deletes-rows', 'rows_removed', 'delete from sessions where id > 10;'),
  mariadb('leaves-two-heads', 'several_heads', "insert into alembic_version values ('3f6c1a9b2d4e');", true),
  mariadb('rewrites-large-table', 'table_rewritten', 'alter table orders modify amount decimal(20, 4), algorithm = copy, lock = shared;'),
  mariadb('runs-forever', 'over_time', 'select sleep(3600);'),
  mariadb('fills-the-disk', 'disk_exceeded', 'create table filler (t text); insert into filler select repeat(md5(seq), 30) from seq_1_to_100000000;'),
  mariadb('adds-column', null, 'alter table users add column phone varchar(40);', true),
  mariadb('adds-table', null, 'create table notes (id bigint auto_increment primary key, user_id int, text text, index (user_id));'),
  mariadb('adds-default', null, "alter table users add column plan varchar(20) not null default 'free';"),
  mariadb('indexes-online', null, 'alter table orders add index orders_by_user (user_id), algorithm = inplace, lock = none;'),
  mariadb('fills-column', null, 'update users set name = upper(name) where id <= 500;'),
  mariadb('adds-rows', null, "insert into settings (name, value) select concat('key', seq), seq from seq_1_to_200;"),
  mariadb('moves-head', null, "update alembic_version set version_num = '77aa01bc9d2e';"),
  mariadb('widens-column', null, 'alter table users modify name varchar(240);'),
] // biome-ignore format: one migration per line

export function chooseMigrations(all: readonly Migration[], isQuick: boolean): Migration[] {
  return all.filter((each) => !isQuick || each.isQuick === true)
}
