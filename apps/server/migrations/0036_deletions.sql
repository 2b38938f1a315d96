-- What a deletion leaves, and what it still has to remove.

-- What a backup was of, kept when its environment is deleted.
alter table backups add column environment_name text check (length(environment_name) between 1 and 100);
alter table backups add column project_name text check (length(project_name) between 1 and 100);
create index backups_without_environment on backups (organization_id, id desc) where environment_id is null;

-- An organization is removed from servers, Git providers and storage locations before its rows.
alter table organizations
  -- What can't be reached does not keep the organization.
  add column deletion_forced boolean not null default false,
  add column deletion_tried_at timestamptz,
  -- What the last try could not remove: a list of kind, name and code.
  add column deletion_left jsonb;
create index organizations_being_deleted on organizations (deletion_due_at) where deletion_due_at is not null;

-- A link that an operator printed proves nothing about the email address.
alter table password_resets add column by_operator boolean not null default false;

-- The newest jobs of a cron service.
create index workflow_runs_of_jobs on workflow_runs (key, position desc) where kind = 'run-cron';
