-- An environment with data goes to another server. The deployment does it; this says what it has copied so far, and what stays on the
-- server before until somebody confirms or its time is over.
create table moves (
  -- That of the deployment.
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  from_server_id uuid not null references servers on delete cascade,
  to_server_id uuid not null references servers on delete cascade,
  status text not null check (status in ('moving', 'moved', 'returned', 'settled')),
  -- Names of volumes on both servers that were filled and compared.
  copied text[] not null default '{}',
  -- Until then the volumes on the server before are kept; null: nothing is kept.
  kept_until timestamptz,
  confirmed_at timestamptz,
  finished_at timestamptz,
  created_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index moves_by_organization on moves (organization_id, id desc);
create index moves_by_environment on moves (environment_id, id desc);
create index moves_by_source on moves (from_server_id);
create index moves_by_target on moves (to_server_id);
create unique index moves_under_way on moves (environment_id) where status = 'moving';
create index moves_kept on moves (kept_until) where kept_until is not null;
select protect_by_organization('moves');
