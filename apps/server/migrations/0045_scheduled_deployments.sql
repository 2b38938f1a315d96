-- Deployments that people scheduled for later. A loop in the worker starts each one in the transaction that ends its row here, so
-- it starts at most once.
create table scheduled_deployments (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- Null once the environment was deleted: the row is then dropped with an audit entry.
  environment_id uuid references environments on delete set null,
  -- Name of the environment for the audit entry, which can outlive the environment.
  environment_name text not null check (length(environment_name) between 1 and 255),
  start_at timestamptz not null,
  -- Null: the environment's branch at that time.
  branch text check (length(branch) between 1 and 255),
  -- Null: the newest commit at that time.
  requested_commit text check (requested_commit ~ '^[0-9a-f]{7,64}$'),
  clear_cache boolean not null default false,
  created_by uuid references users on delete set null,
  -- API token that scheduled it. Not a foreign key: without its token, the row must not get the permissions of the person.
  created_by_token uuid,
  status text not null default 'scheduled' check (status in ('scheduled', 'started', 'cancelled', 'dropped')),
  -- Deployment that it became. Not a foreign key: old deployments are removed independently.
  deployment_id uuid,
  -- Why it was dropped: code, title, detail, hint.
  reason jsonb,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((ended_at is null) = (status = 'scheduled')),
  check ((deployment_id is not null) = (status = 'started')),
  check ((reason is not null) = (status = 'dropped'))
);
create index scheduled_deployments_by_environment on scheduled_deployments (environment_id, start_at);
create index scheduled_deployments_by_organization on scheduled_deployments (organization_id);
create index scheduled_deployments_due on scheduled_deployments (start_at) where status = 'scheduled';
create index scheduled_deployments_orphaned on scheduled_deployments (id) where status = 'scheduled' and environment_id is null;
select protect_by_organization('scheduled_deployments');
