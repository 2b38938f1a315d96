-- What forges are told about deployments, and environments that live as long as a pull request.

-- The newest state per commit and environment, with what is needed to tell it after the environment is gone.
create table commit_statuses (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  -- No foreign key: what became of a removed environment is still told.
  environment_id uuid not null,
  sha text not null check (sha ~ '^([0-9a-f]{40}|[0-9a-f]{64})$'),
  -- Which of several statuses of one commit this is.
  context text not null check (length(context) between 1 and 200),
  environment_name text not null,
  is_preview boolean not null,
  deployment_id uuid not null,
  deployment_number integer not null,
  state text not null check (state in ('queued', 'running', 'live', 'failed', 'cancelled', 'superseded')),
  description text not null check (length(description) <= 200),
  -- Raised with every change; the forge has `delivered_version`.
  version integer not null default 1,
  delivered_version integer not null default 0,
  -- The forge's own record of this deployment, where it keeps such.
  forge_deployment_id text check (length(forge_deployment_id) <= 100),
  -- code, message: why the forge did not take it.
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index commit_statuses_one_per_commit on commit_statuses (environment_id, sha);
create index commit_statuses_by_organization on commit_statuses (organization_id);
create index commit_statuses_by_project on commit_statuses (project_id);
create index commit_statuses_by_age on commit_statuses (updated_at);
select protect_by_organization('commit_statuses');

-- How pull requests of a project are shown.
create table preview_settings (
  project_id uuid primary key references projects on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  is_enabled boolean not null default false,
  template_environment_id uuid references environments on delete set null,
  max_open integer not null default 5 check (max_open between 1 and 50),
  lifetime_hours integer not null default 168 check (lifetime_hours between 1 and 8760),
  -- service, command: once, after the first deployment.
  seed jsonb,
  -- Keys of the template's secrets that previews may have.
  allowed_secrets text[] not null default '{}' check (cardinality(allowed_secrets) <= 100),
  -- The forge's own id of the repository, from the first look on: one that took over its name is another.
  repository_id text check (length(repository_id) <= 100),
  -- code, detail, hint: why the last look at the forge found nothing out.
  problem jsonb,
  looked_at timestamptz,
  next_look_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index preview_settings_by_organization on preview_settings (organization_id);
create index preview_settings_by_template on preview_settings (template_environment_id);
create index preview_settings_due on preview_settings (next_look_at) where is_enabled;
select protect_by_organization('preview_settings');

-- Variables that every new preview of a project gets.
create table preview_variables (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  service_name text check (length(service_name) between 1 and 63),
  key text not null check (key ~ '^[A-Za-z_][A-Za-z0-9_]{0,127}$'),
  value text check (octet_length(value) <= 65536),
  sealed_value text,
  is_secret boolean not null,
  scope text not null check (scope in ('build', 'runtime', 'both')),
  created_at timestamptz not null default now(),
  check (is_secret = (sealed_value is not null)),
  check (is_secret = (value is null))
);
create unique index preview_variables_one_per_key on preview_variables (project_id, service_name, key) nulls not distinct;
create index preview_variables_by_organization on preview_variables (organization_id);
select protect_by_organization('preview_variables');

-- One per pull request, kept a while after its end.
create table previews (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  number integer not null check (number > 0),
  status text not null default 'waiting'
    check (status in ('waiting', 'open', 'refused', 'expired', 'closed')),
  environment_id uuid references environments on delete set null,
  title text not null default '' check (length(title) <= 300),
  url text check (length(url) <= 2000),
  branch text check (length(branch) between 1 and 255),
  -- The commit that was deployed, or looked at, last.
  sha text check (sha ~ '^([0-9a-f]{40}|[0-9a-f]{64})$'),
  -- code, detail: why there is none, or none any more.
  reason jsonb,
  seed_status text not null default 'none' check (seed_status in ('none', 'due', 'succeeded', 'failed')),
  -- exitCode, logTail.
  seed_result jsonb,
  -- Of our comment in the pull request, and a hash of what it says.
  comment_id text check (length(comment_id) <= 100),
  comment_digest text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index previews_one_per_pull_request on previews (project_id, number);
create index previews_by_organization on previews (organization_id);
create index previews_by_environment on previews (environment_id) where environment_id is not null;
create index previews_expiring on previews (expires_at) where status = 'open';
select protect_by_organization('previews');

-- Of an environment that shows a pull request.
alter table environments add column preview_number integer check (preview_number > 0);
alter table environments add column preview_url text check (length(preview_url) <= 2000);
alter table environments add column preview_expires_at timestamptz;

alter table deployments drop constraint deployments_trigger_check;
alter table deployments add constraint deployments_trigger_check
  check (trigger in ('manual', 'push', 'preview', 'finalize', 'rollback', 'promotion', 'api', 'schedule')) not valid;
alter table deployments validate constraint deployments_trigger_check;
