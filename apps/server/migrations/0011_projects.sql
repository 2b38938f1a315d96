-- Projects, what was read in their repositories, and what finalize makes of it: environments, services, variables.

create table projects (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 100),
  slug text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  description text check (length(description) <= 2000),
  source text not null check (source in ('repository', 'image', 'compose')),
  -- Null: a public repository by its URL, or one whose account was taken away by force.
  git_provider_id uuid references git_providers on delete set null,
  repository_full_name text check (length(repository_full_name) between 1 and 500),
  repository_url text check (length(repository_url) between 1 and 2000),
  -- From the repository's root; `.` is the root itself.
  root_directory text not null default '.' check (length(root_directory) between 1 and 1000),
  -- What people chose; null: whatever the repository's default is.
  branch text check (length(branch) between 1 and 255),
  image text check (length(image) between 1 and 500),
  -- Pasted compose text often holds passwords: only the worker reads it.
  sealed_compose text,
  -- Set by the first finalize: from then on the project is active, whatever later analyses say.
  finalized_at timestamptz,
  deletion_requested_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((source = 'repository') = (repository_url is not null or repository_full_name is not null)),
  check ((source = 'image') = (image is not null)),
  check ((source = 'compose') = (sealed_compose is not null))
);
create unique index projects_one_per_slug on projects (organization_id, slug);
create index projects_by_organization on projects (organization_id, id desc);
create index projects_by_git_provider on projects (git_provider_id) where git_provider_id is not null;
select protect_by_organization('projects');

-- The id is that of the workflow run, so the run's stream is the analysis' stream.
create table analyses (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  status text not null default 'queued'
    check (status in ('queued', 'fetching', 'scanning', 'completed', 'failed', 'cancelled')),
  -- As asked for; the one that was read, from the moment it is known.
  branch text check (length(branch) between 1 and 255),
  root_directory text not null check (length(root_directory) between 1 and 1000),
  -- Events of the analyses before it: its own are numbered on from there, so that a project has one growing stream.
  events_before bigint not null default 0,
  -- sha, message, author, committedAt.
  commit jsonb,
  report jsonb,
  -- code, title, detail, hint.
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is not null) = (status in ('completed', 'failed', 'cancelled'))),
  check ((report is not null) = (status = 'completed')),
  check ((error is not null) = (status = 'failed'))
);
create index analyses_by_project on analyses (project_id, id desc);
create index analyses_by_organization on analyses (organization_id);
create unique index analyses_one_unfinished on analyses (project_id) where finished_at is null;
select protect_by_organization('analyses');

create table environments (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  name text not null check (length(name) between 1 and 100),
  slug text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  -- Null for projects without a repository.
  branch text check (length(branch) between 1 and 255),
  server_id uuid references servers on delete set null,
  auto_deploy_enabled boolean not null default false,
  auto_deploy_watch_paths text[] not null default '{}' check (cardinality(auto_deploy_watch_paths) <= 100),
  auto_deploy_require_checks boolean not null default false,
  status text not null default 'idle'
    check (status in ('idle', 'deploying', 'live', 'degraded', 'stopped', 'deleting')),
  live_deployment_id uuid,
  deletion_requested_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index environments_one_per_slug on environments (project_id, slug);
create index environments_by_organization on environments (organization_id, id desc);
create index environments_by_server on environments (server_id) where server_id is not null;
select protect_by_organization('environments');

create table services (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  -- Also its name on the environment's network.
  name text not null check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  kind text not null check (kind in ('web', 'worker', 'cron', 'static', 'postgres', 'mariadb', 'redis')),
  position integer not null check (position between 0 and 999),
  -- Everything else of the desired state, as the API takes it.
  configuration jsonb not null,
  -- Fields that the repository's longshore.yaml or compose file decides.
  owned_by_file text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index services_one_per_name on services (environment_id, name);
create index services_by_organization on services (organization_id);
select protect_by_organization('services');

create table variables (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  -- Null: every service of the environment.
  service_id uuid references services on delete cascade,
  key text not null check (key ~ '^[A-Za-z_][A-Za-z0-9_]{0,127}$'),
  -- A value that is no secret is shown to whoever may read variables, so the api must be able to read it.
  value text check (octet_length(value) <= 65536),
  sealed_value text,
  is_secret boolean not null,
  -- Never revealed, to nobody.
  is_sealed boolean not null default false,
  scope text not null check (scope in ('build', 'runtime', 'both')),
  -- Of the value: a release names the one it was made with.
  value_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_secret = (sealed_value is not null)),
  check (is_secret = (value is null)),
  check (is_secret or not is_sealed)
);
create unique index variables_one_per_key on variables (environment_id, service_id, key) nulls not distinct;
create index variables_by_service on variables (service_id) where service_id is not null;
create index variables_by_organization on variables (organization_id);
select protect_by_organization('variables');
