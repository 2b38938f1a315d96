-- Template that an environment was created from, so that people can update to the template's next version.
create table environment_templates (
  environment_id uuid primary key references environments on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- Name in the catalog. Null for a template outside it, which has a source instead.
  name text check (length(name) between 1 and 63),
  title text not null check (length(title) between 1 and 60),
  version text not null check (length(version) between 1 and 50),
  revision text not null check (revision ~ '^[0-9a-f]{12}$'),
  -- URL and SHA-256, or repository, path, and commit.
  source jsonb,
  -- 'waiting': the first backup starts once a deployment is live. A loop in the worker ends this in the transaction that starts the
  -- backups, so it starts them once.
  first_backup text not null default 'none' check (first_backup in ('none', 'waiting', 'started')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((name is null) = (source is not null))
);
create index environment_templates_of_organization on environment_templates (organization_id);
create index environment_templates_waiting on environment_templates (environment_id) where first_backup = 'waiting';
select protect_by_organization('environment_templates');
