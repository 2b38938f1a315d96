-- Looks at the security of servers. The id is that of the workflow run; only the newest few of a server are kept.
create table security_scans (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  server_id uuid not null references servers on delete cascade,
  trigger text not null check (trigger in ('first', 'requested', 'scheduled', 'hardening')),
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  score integer check (score between 0 and 100),
  -- Every check with what was wanted and found, so that old results keep their meaning. About 60 kB.
  checks jsonb check (pg_column_size(checks) <= 524288),
  facts jsonb check (pg_column_size(facts) <= 16384),
  error jsonb,
  duration_ms integer check (duration_ms >= 0),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is not null) = (status in ('succeeded', 'failed', 'cancelled'))),
  check ((checks is not null) = (status = 'succeeded'))
);
create index security_scans_by_server on security_scans (server_id, id desc);
create index security_scans_by_organization on security_scans (organization_id);
create unique index security_scans_one_unfinished on security_scans (server_id) where finished_at is null;
select protect_by_organization('security_scans');

-- When a server is looked at next, and what must not change by itself.
create table security_watches (
  server_id uuid primary key references servers on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- Null: only when somebody asks.
  next_scan_at timestamptz,
  -- The hardening that is in force, and the checks that passed in the first scan after it.
  hardening_run_id uuid,
  passed_checks text[] not null default '{}',
  -- Those of them that did not pass in the newest scan.
  drifted_checks text[] not null default '{}'
);
create index security_watches_by_organization on security_watches (organization_id);
create index security_watches_due on security_watches (next_scan_at) where next_scan_at is not null;
select protect_by_organization('security_watches');
