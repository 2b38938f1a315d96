-- Deployments, the releases that they freeze, the routes of proxies, private registries, credentials of databases.

-- A variable's row is one version of it and never changes: a new value is a new row, and the old one stays as long as a
-- release names it. Of a deleted service only retired versions are left.
alter table variables add column retired_at timestamptz;
alter table variables add column updated_by uuid references users on delete set null;
alter table variables drop constraint variables_service_id_fkey;
alter table variables add constraint variables_service_id_fkey foreign key (service_id) references services on delete set null;
drop index variables_one_per_key;
create unique index variables_one_per_key on variables (environment_id, service_id, key) nulls not distinct
  where retired_at is null;
create index variables_retired on variables (environment_id) where retired_at is not null;

-- Where builds run; null: on the environment's own server.
alter table environments add column build_server_id uuid references servers on delete set null;
-- The address before any domain: a label that no other environment of the instance has.
alter table environments add column address_label text unique check (address_label ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$');
alter table environments add column has_automatic_address boolean not null default true;
-- The server on which the live release runs: differs from server_id after the environment was linked to another one.
alter table environments add column live_server_id uuid references servers on delete set null;
-- Differences between the server and what should be there, as last seen.
alter table environments add column drift jsonb not null default '[]';
alter table environments add column drift_checked_at timestamptz;
alter table environments add column stopped_at timestamptz;
alter table environments add column next_deployment_number integer not null default 1;
-- What longshore.yaml or the compose file said at the last deployment, to say what changed.
alter table environments add column file_configuration jsonb;
create index environments_by_build_server on environments (build_server_id) where build_server_id is not null;
create index environments_by_live_server on environments (live_server_id) where live_server_id is not null;

-- What ran or can run again: images by digest, configuration, and by `release_variables` the versions of variables.
create table releases (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  -- The deployment that made it.
  deployment_id uuid not null,
  -- Where its images are.
  server_id uuid references servers on delete set null,
  architecture text,
  branch text check (length(branch) between 1 and 255),
  commit jsonb,
  -- FrozenService[].
  services jsonb not null,
  -- Its images were removed: no rollback to it.
  images_removed_at timestamptz,
  created_at timestamptz not null default now()
);
create index releases_by_environment on releases (environment_id, id desc);
create index releases_by_organization on releases (organization_id);
create index releases_by_server on releases (server_id) where server_id is not null;
create unique index releases_one_per_deployment on releases (deployment_id);
select protect_by_organization('releases');

create table release_variables (
  release_id uuid not null references releases on delete cascade,
  variable_id uuid not null references variables on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- Name of the service; null: all of them.
  service_name text,
  primary key (release_id, variable_id)
);
create index release_variables_by_variable on release_variables (variable_id);
create index release_variables_by_organization on release_variables (organization_id);
select protect_by_organization('release_variables');

-- The id is that of the workflow run, so the run's stream is the deployment's stream.
create table deployments (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  number integer not null check (number > 0),
  status text not null default 'queued'
    check (status in ('queued', 'preparing', 'building', 'releasing', 'checking', 'switching', 'live', 'cancelling',
      'cancelled', 'failed', 'superseded', 'retired')),
  step text,
  trigger text not null
    check (trigger in ('manual', 'push', 'finalize', 'rollback', 'promotion', 'api', 'schedule')),
  server_id uuid references servers on delete set null,
  branch text check (length(branch) between 1 and 255),
  -- As asked for; null: the tip of the branch.
  requested_commit text check (requested_commit ~ '^[0-9a-f]{7,64}$'),
  -- sha, message, author, committedAt: from the moment it is known.
  commit jsonb,
  -- Given by CI: service → reference@digest.
  given_images jsonb,
  clear_cache boolean not null default false,
  release_id uuid references releases on delete set null,
  rollback_of uuid,
  promoted_from uuid,
  superseded_by uuid,
  created_by uuid references users on delete set null,
  -- code, title, detail, hint, step, exitCode, logTail.
  error jsonb,
  -- What is worth telling though nothing failed: [{ code, message }].
  warnings jsonb not null default '[]',
  -- Of the worker that switched traffic.
  switch_fence bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  switched_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is not null) = (status in ('live', 'cancelled', 'failed', 'superseded', 'retired'))),
  check ((error is not null) = (status = 'failed'))
);
create unique index deployments_one_per_number on deployments (environment_id, number);
create index deployments_by_environment on deployments (environment_id, id desc);
create index deployments_by_organization on deployments (organization_id, id desc);
create index deployments_unfinished on deployments (environment_id) where finished_at is null;
create unique index deployments_one_live on deployments (environment_id) where status = 'live';
create index deployments_by_release on deployments (release_id) where release_id is not null;
select protect_by_organization('deployments');

-- Which hostname leads where on a server's proxy. The proxy's whole configuration is compiled from these rows.
create table routes (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  environment_id uuid not null references environments on delete cascade,
  server_id uuid not null references servers on delete cascade,
  -- Lower case, ASCII.
  hostname text not null check (length(hostname) between 1 and 253),
  service_name text not null,
  origin text not null check (origin in ('automatic', 'domain')),
  -- auto: by ACME. internal: signed by the proxy itself.
  tls text not null default 'off' check (tls in ('off', 'internal', 'auto', 'custom')),
  certificate text,
  sealed_private_key text,
  force_https boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((tls = 'custom') = (certificate is not null)),
  check ((certificate is not null) = (sealed_private_key is not null))
);
create unique index routes_one_per_hostname on routes (server_id, hostname);
create index routes_by_environment on routes (environment_id);
create index routes_by_organization on routes (organization_id);
select protect_by_organization('routes');

-- What the proxy of a server was last given, and whether something newer waits.
create table server_proxies (
  server_id uuid primary key references servers on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- Raised with every change of the routes; the proxy has `loaded_version`.
  wanted_version bigint not null default 1,
  loaded_version bigint not null default 0,
  configuration_hash text,
  loaded_at timestamptz,
  error jsonb,
  updated_at timestamptz not null default now()
);
create index server_proxies_by_organization on server_proxies (organization_id);
select protect_by_organization('server_proxies');

create table registries (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- Lower case, with a port where it has one; docker.io for Docker Hub.
  host text not null check (length(host) between 1 and 261),
  username text not null check (length(username) between 1 and 255),
  sealed_password text not null,
  status text not null default 'connected' check (status in ('connected', 'invalid')),
  last_checked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index registries_one_per_account on registries (organization_id, host, username);
select protect_by_organization('registries');

-- Generated with the service; the password never changes by itself.
create table service_credentials (
  id uuid primary key,
  service_id uuid not null unique references services on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  username text not null check (username ~ '^[a-z_][a-z0-9_]{0,30}$'),
  database_name text not null check (database_name ~ '^[a-z_][a-z0-9_]{0,30}$'),
  sealed_password text not null,
  created_at timestamptz not null default now()
);
create index service_credentials_by_organization on service_credentials (organization_id);
select protect_by_organization('service_credentials');

-- Limits of builds on a server; null: what is free minus a reserve for what runs there.
alter table servers add column build_slots integer not null default 1 check (build_slots between 1 and 64);
alter table servers add column build_memory_bytes bigint check (build_memory_bytes >= 67108864);
alter table servers add column build_cpus double precision check (build_cpus > 0);
alter table servers add column build_cache_bytes bigint check (build_cache_bytes >= 0);
-- What a probe build proved about limits there: how, when, engine version.
alter table servers add column build_probe jsonb;

-- When what is on the server is compared with the database again.
alter table server_checks add column next_sweep_at timestamptz not null default now();
