-- Stacks that ran on a server before Longshore, such as compose projects, which an environment takes over. An environment takes
-- over at most one.
create table adoptions (
  environment_id uuid primary key references environments on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  server_id uuid not null references servers on delete cascade,
  compose_project text not null check (length(compose_project) between 1 and 63),
  status text not null
    check (status in ('preparing', 'ready', 'switching', 'adopted', 'returned', 'stopped', 'undoing', 'undone', 'confirmed', 'failed')),
  -- The old containers, their restart policies, and where the data comes from.
  stack jsonb not null,
  -- Run that prepares, undoes, or confirms it now, or did last.
  run_id uuid not null,
  -- Not a foreign key: old deployments are removed independently.
  deployment_id uuid,
  bytes bigint,
  expected_downtime_seconds integer,
  -- Since when the old containers are stopped by the switch.
  stopped_at timestamptz,
  downtime_ms bigint,
  -- Volumes that were copied and compared.
  copied jsonb not null default '[]',
  -- Responses of the old services before the switch.
  responses jsonb not null default '[]',
  compared jsonb not null default '[]',
  error jsonb,
  switched_at timestamptz,
  confirmed_at timestamptz,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index adoptions_by_organization on adoptions (organization_id);
create index adoptions_by_server on adoptions (server_id);
create index adoptions_by_creator on adoptions (created_by) where created_by is not null;
-- The same containers can't be taken over twice.
create unique index adoptions_open on adoptions (server_id, compose_project)
  where status in ('preparing', 'ready', 'switching', 'adopted', 'returned', 'undoing');
select protect_by_organization('adoptions');
