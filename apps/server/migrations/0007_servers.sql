-- Target servers: how they are reached, what is known of them, when they are looked at next.

-- Who this installation is. Servers carry the id in their owner file and on all labels; a restored copy keeps it.
create table instance_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
insert into instance_identity default values;
grant select on instance_identity to longshore_system;

create table servers (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- Lower case; an IPv6 address without brackets.
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  username text not null check (length(username) between 1 and 32),
  jump_server_id uuid references servers on delete set null,
  base_domain text check (length(base_domain) between 1 and 253),
  status text not null default 'pending'
    check (status in ('pending', 'connecting', 'ready', 'degraded', 'unreachable', 'host_key_changed')),
  -- Why it is not ready: code, title, detail, hint.
  problem jsonb,
  -- Raised whenever address, user, key or pins change: connections of an older one are not used again.
  generation integer not null default 1,
  contact_began_at timestamptz not null default now(),
  -- The pins: type, key, pinnedAt.
  host_keys jsonb not null default '[]',
  -- What the server shows instead of the pins, waiting for somebody to accept it.
  offered_host_keys jsonb,
  -- Given by a person; the first contact must show this key.
  expected_fingerprint text,
  -- Null until the first login that claimed the server for us.
  connected_at timestamptz,
  facts jsonb,
  facts_at timestamptz,
  security_state text not null default 'unknown'
    check (security_state in ('unknown', 'scanning', 'weak', 'partial', 'hardened', 'drifted', 'hardening', 'failed')),
  security_score integer check (security_score between 0 and 100),
  security_scanned_at timestamptz,
  proxy_status text not null default 'absent' check (proxy_status in ('absent', 'starting', 'running', 'failing')),
  proxy_version text,
  deletion_requested_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index servers_one_per_address on servers (organization_id, host, port) where deletion_requested_at is null;
create index servers_by_organization on servers (organization_id, id desc);
create index servers_by_jump on servers (jump_server_id) where jump_server_id is not null;
select protect_by_organization('servers');

-- A rotation adds `next`, proves it, and turns `current` into `old` in one transaction: there is always a key that works.
create table server_keys (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  server_id uuid not null references servers on delete cascade,
  state text not null check (state in ('current', 'next', 'old')),
  -- False: a person brought it, and may use it elsewhere.
  is_generated boolean not null,
  -- One line for authorized_keys.
  public_key text not null check (length(public_key) between 1 and 4096),
  sealed_private_key text not null,
  sealed_passphrase text,
  created_at timestamptz not null default now()
);
create unique index server_keys_one_of_each on server_keys (server_id, state);
create index server_keys_by_organization on server_keys (organization_id);
select protect_by_organization('server_keys');

-- What every check writes, apart from the wide row and without an index, so that a check is one small update in place.
create table server_checks (
  server_id uuid primary key references servers on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  next_check_at timestamptz not null default now(),
  last_seen_at timestamptz,
  misses integer not null default 0 check (misses >= 0)
) with (fillfactor = 50);
create index server_checks_by_organization on server_checks (organization_id);
select protect_by_organization('server_checks');

-- Longer work on a server that somebody asked for; the id is that of the workflow run.
create table server_tasks (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  server_id uuid not null references servers on delete cascade,
  kind text not null check (kind in ('check', 'rotate_key', 'cleanup', 'install_docker')),
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  input jsonb not null default '{}',
  result jsonb,
  error jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is not null) = (status in ('succeeded', 'failed', 'cancelled')))
);
create index server_tasks_by_server on server_tasks (server_id, id desc);
create index server_tasks_by_organization on server_tasks (organization_id);
-- One of a kind at a time.
create unique index server_tasks_one_unfinished on server_tasks (server_id, kind) where finished_at is null;
select protect_by_organization('server_tasks');
