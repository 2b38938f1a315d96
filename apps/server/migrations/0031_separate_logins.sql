-- The api and the worker sign in with logins that own nothing. They can append to the audit log and never rewrite it, and the
-- worker signs where the log of each organization stands, with a key that is not in the database.

-- Runs with the rights of the owner: nothing else can write to the log or move its head.
create or replace function append_audit(entry audit_log) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_heads;
begin
  -- Row-level security does not apply to the owner's rights in the same way, so a tenant's own organization is checked here.
  if current_setting('role') = 'longshore_tenant' and entry.organization_id is distinct from current_organization() then
    raise exception 'the entry belongs to another organization' using errcode = '42501';
  end if;
  insert into audit_heads values (entry.organization_id, 0, '\x00') on conflict do nothing;
  select * into strict head from audit_heads where organization_id = entry.organization_id for update;
  entry.seq := head.seq + 1;
  entry.created_at := date_trunc('milliseconds', clock_timestamp());
  entry.previous_hash := head.hash;
  entry.hash := audit_hash(head.hash, entry);
  insert into audit_log select entry.*;
  update audit_heads set seq = entry.seq, hash = entry.hash where organization_id = entry.organization_id;
  return entry.seq;
end
$$;
revoke all on function append_audit(audit_log) from public;
grant execute on function append_audit(audit_log) to longshore_tenant, longshore_system;
revoke insert, update, delete on audit_heads from longshore_tenant, longshore_system;
revoke insert on audit_log from longshore_tenant, longshore_system;

create table audit_anchors (
  organization_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  -- Which of the worker's keys signed it.
  key_id text not null,
  signature bytea not null,
  signed_at timestamptz not null default now(),
  primary key (organization_id, seq)
);
select protect_by_organization('audit_anchors');
revoke insert, update, delete on audit_anchors from longshore_tenant;
revoke update, delete on audit_anchors from longshore_system;
create trigger audit_anchors_are_append_only before update or delete or truncate on audit_anchors
  for each statement execute function refuse_change();

-- For backups, which a login that owns nothing makes.
grant select on schema_migrations to longshore_system;
grant select on all sequences in schema public to longshore_system;
alter default privileges in schema public grant select on sequences to longshore_system;
