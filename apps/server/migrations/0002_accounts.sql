-- Users, sessions, organisations, members, invitations, API tokens, audit.

create table users (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  -- Lower-cased form: the address is one account whatever its case.
  email_key text not null unique,
  name text not null default '',
  password_hash text not null,
  email_verified_at timestamptz,
  failed_logins integer not null default 0,
  -- TOTP secrets are derived from (user, generation): nothing to store, nothing to steal.
  mfa_enabled_at timestamptz,
  mfa_generation integer not null default 0,
  mfa_last_step bigint not null default 0,
  deletion_due_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  -- When a password (and second factor) was last shown: sensitive operations ask for a recent one.
  authenticated_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id) where revoked_at is null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

create table one_time_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email')),
  code_hash text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_codes_by_user on one_time_codes (user_id, created_at desc);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index password_resets_by_user on password_resets (user_id);

-- The half-way point of a sign-in with a second factor.
create table mfa_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create table mfa_recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers that signed in before: a storm of wrong passwords from elsewhere does not lock their owner out.
create table known_devices (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  last_seen_at timestamptz not null default now()
);
create index known_devices_by_user on known_devices (user_id);

create table setup_links (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on users, sessions, refresh_tokens, one_time_codes, password_resets, mfa_challenges,
  mfa_recovery_codes, known_devices, setup_links to longshore_system;

create table organizations (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  personal boolean not null default false,
  quotas jsonb not null default '{}',
  deletion_due_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select protect_by_organization('organizations', 'id');

create table memberships (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('viewer', 'developer', 'admin', 'owner')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, user_id)
);
create index memberships_by_user on memberships (user_id);
select protect_by_organization('memberships');

-- Members may see each other's names and addresses, nothing else of the account.
create view member_profiles with (security_barrier) as
  select m.id, m.organization_id, m.user_id, m.role, m.version, m.created_at, m.updated_at, u.email, u.name
  from memberships m join users u on u.id = m.user_id
  where m.organization_id = current_organization();
grant select on member_profiles to longshore_tenant, longshore_system;

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null,
  email_key text not null,
  role text not null check (role in ('viewer', 'developer', 'admin', 'owner')),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index invitations_by_organization on invitations (organization_id, id desc);
select protect_by_organization('invitations');

create table api_tokens (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique,
  -- The last characters, so that people can tell tokens apart.
  hint text not null,
  scopes text[] not null,
  ip_ranges text[] not null default '{}',
  project_ids uuid[] not null default '{}',
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index api_tokens_by_organization on api_tokens (organization_id, id desc);
create index api_tokens_by_user on api_tokens (user_id);
select protect_by_organization('api_tokens');

-- First answers of creating requests, written in the transaction that created.
create table idempotency_keys (
  organization_id uuid not null references organizations on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  -- Null status: the answer held a one-time secret and is not kept.
  status integer,
  location text,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select protect_by_organization('idempotency_keys');

create table audit_heads (
  organization_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);
select protect_by_organization('audit_heads');

-- Append-only, hash-chained per organisation. No foreign key: the log outlives what it speaks of.
create table audit_log (
  organization_id uuid not null,
  seq bigint not null,
  id uuid not null unique,
  actor_kind text not null check (actor_kind in ('user', 'token', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id uuid,
  detail jsonb not null default '{}',
  ip text not null default '',
  request_id text not null default '',
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, seq)
);
select protect_by_organization('audit_log');
revoke update, delete on audit_log from longshore_tenant, longshore_system;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Length-prefixed by JSON, so that no two different rows hash the same text.
create function audit_hash(previous bytea, entry audit_log) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.organization_id, entry.seq, entry.id, entry.actor_kind, entry.actor_id, entry.actor_name, entry.action,
    entry.target_kind, entry.target_id, entry.detail, entry.ip, entry.request_id,
    extract(epoch from entry.created_at))::text, 'UTF8'))
$$;

-- The only writer of the audit log: takes the organisation's turn, chains, appends.
create function append_audit(entry audit_log) returns bigint language plpgsql as $$
declare
  head audit_heads;
begin
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

-- The first place where the chain of an organisation does not hold, or null. A removed tail shows against the head.
create function first_broken_audit(organization uuid) returns bigint language sql stable as $$
  with chain as (
    select l.seq, l.hash, l.previous_hash, audit_hash(l.previous_hash, l) as recomputed,
      lag(l.hash, 1, '\x00') over (order by l.seq) as expected_previous,
      row_number() over (order by l.seq) as place
    from audit_log l where l.organization_id = organization
  )
  select min(broken.seq) from (
    select seq from chain where hash <> recomputed or previous_hash <> expected_previous or seq <> place
    union all
    select h.seq from audit_heads h where h.organization_id = organization
      and not exists (select from audit_log l where l.organization_id = organization and l.seq = h.seq and l.hash = h.hash) and h.seq > 0
  ) broken
$$;
