/** The app that migrates: an image with all scripts, whose release command names one of them, and the data that it changes. */
import { isQuick } from '../../support/command-line.ts'
import { type Engine, migrations } from './migrations.ts'
import { probeScript } from './probe-script.ts'

const images: Readonly<Record<Engine, string>> = { postgres: 'postgres:17', mariadb: 'mariadb:11.4' }

const clients: Readonly<Record<Engine, (file: string) => string>> = {
  postgres: (file) => `psql -X -q -v ON_ERROR_STOP=1 -f ${file}`,
  mariadb: (file) =>
    `exec mariadb --host="$MYSQL_HOST" --user="$MYSQL_USER" --password="$MYSQL_PASSWORD" "$MYSQL_DATABASE" <${file}`,
}

/** Runs one of the scripts of the image. */
export function commandFor(engine: Engine, name: string): string {
  return clients[engine](`/migrations/${name}.sql`)
}

export function migrator(engine: Engine) {
  const own = migrations.filter((each) => each.engine === engine)
  return {
    files: [
      {
        path: 'Dockerfile',
        content: `FROM ${images[engine]}\nCOPY migrations /migrations\nENTRYPOINT []\nCMD ["sleep", "infinity"]\n`,
      },
      { path: 'migrations/none.sql', content: 'select 1;\n' },
      { path: 'migrations/probe.sh', content: probeScript },
      ...own.map(({ name, sql }) => ({ path: `migrations/${name}.sql`, content: `${sql}\n` })),
    ],
    services: [migratorService(null)],
  }
}

export function migratorService(releaseCommand: string | null): Record<string, unknown> {
  return {
    name: 'app',
    kind: 'worker',
    source: { builder: 'dockerfile' },
    stabilitySeconds: 0,
    drainSeconds: 0,
    ...(releaseCommand === null ? {} : { releaseCommand }),
  }
}

/** Large enough for the limit of the suite's settings. */
const orders = isQuick ? 300_000 : 500_000

export const seeds: Readonly<Record<Engine, string>> = {
  postgres: `create table users (id int generated always as identity primary key, email text not null, name text);
insert into users (email, name) select n || '@example.com', 'User ' || n from generate_series(1, 2000) n;
create table orders (id int generated always as identity primary key, user_id int, amount numeric(10, 2), note text);
insert into orders (user_id, amount, note) select 1 + n % 2000, n / 7.0, repeat(md5(n::text), 3) from generate_series(1, ${orders}) n;
create table sessions (id int generated always as identity primary key, token text);
insert into sessions (token) select md5(n::text) from generate_series(1, 1000) n;
create table settings (id int generated always as identity primary key, key text unique, value text);
create table alembic_version (version_num varchar(32) primary key);
insert into alembic_version values ('1975ea83b712');`,
  mariadb: `create table users (id int auto_increment primary key, email varchar(200) not null, name varchar(100));
insert into users (email, name) select concat(seq, '@example.com'), concat('User ', seq) from seq_1_to_2000;
create table orders (id int auto_increment primary key, user_id int, amount decimal(10, 2), note text);
insert into orders (user_id, amount, note) select 1 + seq % 2000, seq / 7, repeat(md5(seq), 3) from seq_1_to_${orders};
create table sessions (id int auto_increment primary key, token varchar(40));
insert into sessions (token) select md5(seq) from seq_1_to_1000;
create table settings (id int auto_increment primary key, name varchar(100) unique, value text);
create table alembic_version (version_num varchar(32) primary key);
insert into alembic_version values ('1975ea83b712');`,
}

/** Everything that a migration can change, as one text. */
export const fingerprints: Readonly<Record<Engine, string>> = {
  postgres: `select string_agg(x, E'\\n' order by x) from (
select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(numeric_precision::text, '') as x from information_schema.columns where table_schema = 'public'
union all select indexname from pg_indexes where schemaname = 'public'
union all select conname || convalidated from pg_constraint where connamespace = 'public'::regnamespace
union all select 'users ' || count(*) || coalesce(md5(string_agg(users::text, '' order by id)), '') from users
union all select 'sessions ' || count(*) from sessions union all select 'orders ' || count(*) from orders
union all select 'settings ' || count(*) from settings union all select 'heads ' || version_num from alembic_version) f;`,
  mariadb: `select concat(table_name, '.', column_name, ' ', column_type) from information_schema.columns where table_schema = database() order by 1;
select distinct index_name from information_schema.statistics where table_schema = database() order by 1;
checksum table users, sessions, settings, alembic_version; select count(*) from orders;`,
}
