-- The trash. Deleting moves a row and everything below it into trash_rows, and restoring inserts it again under the same IDs. So
-- lists, quotas, unique names, and background loops never see deleted rows.

-- How long deleted things are kept.
alter table organizations add column trash_days integer not null default 7 check (trash_days between 1 and 90);

-- A retention of backups that was shortened still counts until then. Otherwise, whoever shortens it could destroy all backups but
-- one at once.
alter table backup_configs add column kept_longer jsonb;

create table trash_items (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  -- ID of what was deleted.
  subject_id uuid not null,
  name text not null check (length(name) between 1 and 300),
  -- Where it was. No references: these can be in the trash too.
  project_id uuid,
  environment_id uuid,
  server_id uuid,
  -- Environments of a deleted project are restored and purged with the project.
  parent_id uuid references trash_items on delete set null,
  -- `deleting`: other items follow before it can be restored. `purging`: its removal is running.
  status text not null check (status in ('deleting', 'kept', 'purging')),
  -- How many of what it contains, for people.
  contents jsonb not null default '{}',
  -- What its module needs to restore or purge it. Never secrets.
  facts jsonb not null default '{}',
  -- Disk space on the server or in the storage location that purging frees. Null if unknown.
  size_bytes bigint check (size_bytes >= 0),
  deleted_by_kind text not null check (deleted_by_kind in ('user', 'token', 'system')),
  deleted_by_name text not null,
  deleted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Why the last attempt to purge it failed.
  problem jsonb
);
create index trash_items_by_organization on trash_items (organization_id, id desc);
create index trash_items_by_subject on trash_items (organization_id, subject_id);
create index trash_items_by_parent on trash_items (parent_id) where parent_id is not null;
create index trash_items_due on trash_items (expires_at) where status = 'kept' and parent_id is null;
select protect_by_organization('trash_items');

create table trash_rows (
  item_id uuid not null references trash_items on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  table_name text not null,
  -- Primary key of the row.
  key jsonb not null,
  -- Distance from the deleted row, which has 0.
  depth integer not null,
  data jsonb not null,
  primary key (item_id, table_name, key)
);
create index trash_rows_by_organization on trash_rows (organization_id, table_name, key);
select protect_by_organization('trash_rows');

-- Columns of other rows that were set to null because the row they referred to was deleted.
create table trash_links (
  item_id uuid not null references trash_items on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  table_name text not null,
  key jsonb not null,
  data jsonb not null,
  primary key (item_id, table_name, key, data)
);
create index trash_links_by_organization on trash_links (organization_id);
select protect_by_organization('trash_links');

-- Logs and metrics are too large to copy. They stay where they are, and are deleted with their environment or server.
alter table runtime_log_heads drop constraint runtime_log_heads_environment_id_fkey;
alter table container_events drop constraint container_events_environment_id_fkey;
alter table metric_series drop constraint metric_series_environment_id_fkey;
alter table metric_series drop constraint metric_series_server_id_fkey;
alter table metric_rounds drop constraint metric_rounds_server_id_fkey;

create function delete_history() returns trigger language plpgsql as $$
begin
  if current_setting('longshore.keeps_history', true) = 'on' then return null; end if;
  if tg_table_name = 'environments' then
    delete from runtime_log_heads where environment_id = old.id;
    delete from container_events where environment_id = old.id;
    delete from metric_series where environment_id = old.id;
  else
    delete from metric_series where server_id = old.id;
    delete from metric_rounds where server_id = old.id;
  end if;
  return null;
end
$$;
create trigger delete_history after delete on environments for each row execute function delete_history();
create trigger delete_history after delete on servers for each row execute function delete_history();

-- Foreign keys as lists of column names. Partitions are left out, because their table has the same keys.
create view table_references with (security_invoker = true) as
select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, c.confdeltype::text as on_delete,
  (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k (attribute, n)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attribute) as child_columns,
  (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k (attribute, n)
    join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attribute) as parent_columns
from pg_constraint c join pg_class t on t.oid = c.conrelid
where c.contype = 'f' and c.conparentid = 0 and not t.relispartition and c.connamespace = 'public'::regnamespace
  and not t.relname like 'trash\_%';
grant select on table_references to longshore_tenant, longshore_system;

-- SQL for the primary key of a row as JSON.
create function key_expression(target text, alias text) returns text language sql stable as $$
  select 'jsonb_build_object(' || string_agg(format('%L, %I.%I', a.attname, alias, a.attname), ', ' order by a.attname) || ')'
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indrelid = target::regclass and i.indisprimary
$$;

-- SQL that compares columns of a row with values of a JSON object.
create function match_expression(target text, alias text, columns text[], json text, json_columns text[]) returns text
  language sql stable as $$
  select string_agg(format('%I.%I = (%s->>%L)::%s', alias, c.name, json, c.json_name, format_type(a.atttypid, a.atttypmod)), ' and ')
  from unnest(columns, json_columns) as c (name, json_name)
  join pg_attribute a on a.attrelid = target::regclass and a.attname = c.name
$$;

-- Moves a row and everything below it into the trash. `owned` names columns (table.column) whose rows move too, although their
-- foreign key would only be set to null. Returns how many rows of which table moved.
create function move_to_trash(item uuid, root text, root_id uuid, owned text[]) returns jsonb language plpgsql as $$
declare
  organization uuid := (select organization_id from trash_items where id = item);
  distance integer := 0;
  added integer;
  found integer;
  ref record;
begin
  execute format(
    'insert into trash_rows (item_id, organization_id, table_name, key, depth, data)
     select $1, $2, %L, %s, 0, to_jsonb(t) from %I t where t.id = $3 for update of t', root, key_expression(root, 't'), root)
    using item, organization, root_id;
  loop
    added := 0;
    for ref in
      select r.* from table_references r
      where (r.on_delete = 'c' or r.child || '.' || r.child_columns[1] = any(owned))
        and exists (select from trash_rows p where p.item_id = item and p.table_name = r.parent and p.depth = distance)
    loop
      -- The lock keeps the copy equal to what is deleted below.
      execute format(
        'with child as (
           select %s as key, to_jsonb(c) as data from trash_rows p join %I c on %s
           where p.item_id = $1 and p.table_name = %L and p.depth = $3 for update of c)
         insert into trash_rows (item_id, organization_id, table_name, key, depth, data)
         select $1, $2, %L, key, $3 + 1, data from child on conflict do nothing',
        key_expression(ref.child, 'c'), ref.child,
        match_expression(ref.child, 'c', ref.child_columns, 'p.data', ref.parent_columns), ref.parent, ref.child)
        using item, organization, distance;
      get diagnostics found = row_count;
      added := added + found;
    end loop;
    exit when added = 0;
    distance := distance + 1;
  end loop;
  for ref in
    select r.* from table_references r
    where r.on_delete = 'n' and not r.child || '.' || r.child_columns[1] = any(owned)
      and exists (select from trash_rows p where p.item_id = item and p.table_name = r.parent)
  loop
    execute format(
      'insert into trash_links (item_id, organization_id, table_name, key, data)
       select $1, $2, %L, %s, (select jsonb_object_agg(name, to_jsonb(c)->name) from unnest($3::text[]) name)
       from trash_rows p join %I c on %s
       where p.item_id = $1 and p.table_name = %L
         and not exists (select from trash_rows x where x.item_id = $1 and x.table_name = %L and x.key = %s)
       on conflict do nothing',
      ref.child, key_expression(ref.child, 'c'), ref.child,
      match_expression(ref.child, 'c', ref.child_columns, 'p.data', ref.parent_columns), ref.parent, ref.child,
      key_expression(ref.child, 'c'))
      using item, organization, ref.child_columns;
  end loop;
  perform set_config('longshore.keeps_history', 'on', true);
  for ref in select distinct split_part(name, '.', 1) as child from unnest(owned) as o (name) loop
    execute format('delete from %I c using trash_rows x where x.item_id = $1 and x.table_name = %L and x.key = %s',
      ref.child, ref.child, key_expression(ref.child, 'c')) using item;
  end loop;
  execute format('delete from %I where id = $1', root) using root_id;
  perform set_config('longshore.keeps_history', 'off', true);
  return (select coalesce(jsonb_object_agg(table_name, count), '{}')
    from (select table_name, count(*) from trash_rows where item_id = item group by 1) as counted (table_name, count));
end
$$;

-- Inserts the rows of an item again. `changes` has new values by table. Rows of the tables in `without` stay in the trash.
-- Raises LS001 if what it belonged to no longer exists, and LS002 with its name if it is in the trash as well.
-- Returns how many rows of which table had to stay out because what they belonged to no longer exists.
create function return_from_trash(item uuid, changes jsonb, without text[]) returns jsonb language plpgsql as $$
declare
  open text[] := array(select distinct table_name from trash_rows where item_id = item and not table_name = any(without));
  done text[] := '{}';
  next_table text;
  columns text;
  ref record;
  missing text;
  other uuid;
  dropped jsonb := '{}';
  count integer;
  nulls jsonb;
begin
  while cardinality(open) > 0 loop
    -- Parents come first. In a cycle, a key that can be null waits.
    select t into next_table from unnest(open) as o (t)
    order by (select count(*) from table_references r where r.child = t and r.parent = any(open) and r.parent <> t and r.on_delete <> 'n'),
      (select count(*) from table_references r where r.child = t and r.parent = any(open) and r.parent <> t), t limit 1;
    for ref in
      select * from table_references r where r.child = next_table and has_table_privilege(r.parent, 'select')
    loop
      missing := format(
        'x.item_id = $1 and x.table_name = %L and %s and not exists (select from %I p where %s)%s',
        next_table,
        (select string_agg(format('x.data->>%L is not null', name), ' and ') from unnest(ref.child_columns) name),
        ref.parent, match_expression(ref.parent, 'p', ref.parent_columns, 'x.data', ref.child_columns),
        case when ref.parent = next_table then format(
          ' and not exists (select from trash_rows s where s.item_id = $1 and s.table_name = %L and %s)', next_table,
          (select string_agg(format('s.data->>%L = x.data->>%L', p, c), ' and ') from unnest(ref.parent_columns, ref.child_columns) as n (p, c)))
        else '' end);
      execute format(
        'select o.item_id from trash_rows x join trash_rows o on o.organization_id = x.organization_id and o.item_id <> x.item_id
           and o.table_name = %L and %s where %s limit 1', ref.parent,
        (select string_agg(format('o.data->>%L = x.data->>%L', p, c), ' and ') from unnest(ref.parent_columns, ref.child_columns) as n (p, c)),
        missing) into other using item;
      if other is not null and not ref.parent = any(without) then
        raise exception '% is in the trash', ref.parent
          using errcode = 'LS002', detail = (select name from trash_items where id = other);
      end if;
      if ref.on_delete = 'n' then
        nulls := (select jsonb_object_agg(name, null) from unnest(ref.child_columns) name);
        -- Its parent follows: the value is set at the end.
        if ref.parent = any(open) and ref.parent <> next_table then
          execute format(
            'insert into trash_links (item_id, organization_id, table_name, key, data)
             select x.item_id, x.organization_id, x.table_name, x.key, (select jsonb_object_agg(name, x.data->name) from unnest($2::text[]) name)
             from trash_rows x where %s on conflict do nothing', missing) using item, ref.child_columns;
        end if;
        execute format('update trash_rows x set data = x.data || $2 where %s', missing) using item, nulls;
      else
        execute format('select count(*) from trash_rows x where x.depth = 0 and %s', missing) into count using item;
        if count > 0 then
          raise exception '% no longer exists', ref.parent using errcode = 'LS001', detail = ref.parent;
        end if;
        execute format('delete from trash_rows x where %s', missing) using item;
        get diagnostics count = row_count;
        if count > 0 then
          dropped := dropped || jsonb_build_object(next_table, coalesce((dropped->>next_table)::integer, 0) + count);
        end if;
      end if;
    end loop;
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns from pg_attribute a
    where a.attrelid = next_table::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and exists (select from trash_rows x where x.item_id = item and x.table_name = next_table and x.data ? a.attname::text);
    if columns is not null then
      begin
        perform insert_from_trash(item, next_table, columns, coalesce(changes->next_table, '{}'));
      exception when foreign_key_violation then
        -- Only references to users can't be checked above. A deleted user can't be restored.
        nulls := (select jsonb_object_agg(name, null) from table_references r, unnest(r.child_columns) name
          where r.child = next_table and r.on_delete = 'n' and not has_table_privilege(r.parent, 'select'));
        perform insert_from_trash(item, next_table, columns, coalesce(changes->next_table, '{}') || coalesce(nulls, '{}'));
      end;
    end if;
    open := array_remove(open, next_table);
    done := done || next_table;
  end loop;
  for ref in select distinct table_name, array(select jsonb_object_keys(data) order by 1) as names from trash_links where item_id = item loop
    -- The row can have got another value, or been deleted, in the meantime.
    execute format(
      'update %I c set %s from trash_links l where l.item_id = $1 and l.table_name = %L and array(select jsonb_object_keys(l.data) order by 1) = $2
         and l.key = %s and %s',
      ref.table_name,
      (select string_agg(format('%I = (l.data->>%L)::%s', name, name, format_type(a.atttypid, a.atttypmod)), ', ')
        from unnest(ref.names) name join pg_attribute a on a.attrelid = ref.table_name::regclass and a.attname = name),
      ref.table_name, key_expression(ref.table_name, 'c'),
      (select string_agg(format('c.%I is null', name), ' and ') from unnest(ref.names) name)) using item, ref.names;
  end loop;
  delete from trash_links where item_id = item;
  delete from trash_rows where item_id = item and not table_name = any(without);
  return dropped;
end
$$;

create function insert_from_trash(item uuid, target text, columns text, changes jsonb) returns void language plpgsql as $$
begin
  execute format(
    'insert into %I (%s) overriding system value
     select %s from (select (jsonb_populate_record(null::%I, x.data || $2)).* from trash_rows x where x.item_id = $1 and x.table_name = %L) r',
    target, columns, columns, target, target) using item, changes;
end
$$;
