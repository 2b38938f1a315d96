-- Roles, the row-level wall between organisations, and what the HTTP platform keeps.

do $$
declare
  name text;
begin
  -- Roles belong to the whole cluster and two databases may be migrated at once: an existing role is fine.
  foreach name in array array['longshore_tenant', 'longshore_system'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      execute format('grant %I to current_user', name);
    exception when others then
      if not pg_has_role(current_user, name, 'member') then raise; end if;
    end;
  end loop;
end
$$;

grant usage on schema public to longshore_tenant, longshore_system;

-- The organisation that the current transaction speaks for; null outside of one, and null equals nothing.
create function current_organization() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('longshore.organization_id', true), '')::uuid;

-- Confines a table to the current organisation for the tenant role; the system role sees every row.
create function protect_by_organization(target regclass, owner_column text default 'organization_id') returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to longshore_tenant using (%I = (select current_organization())) with check (%I = (select current_organization()))',
    target, owner_column, owner_column);
  execute format('create policy system on %s to longshore_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to longshore_tenant, longshore_system', target);
end
$$;

-- Limits of sign-in and the like: they survive a crash, are counted atomically, and nothing evicts them early.
create table rate_limits (
  key bytea primary key,
  count integer not null check (count > 0),
  expires_at timestamptz not null
);
create index rate_limits_expiry on rate_limits (expires_at);
grant select, insert, update, delete on rate_limits to longshore_system;
