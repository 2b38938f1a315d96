-- An environment of a lost server runs on another one, with its data from backups. A recovery is a move whose old server isn't
-- contacted.
alter table moves add column kind text not null default 'move' check (kind in ('move', 'recovery'));
-- The backup of each database and volume, null for data that is left behind: [{serviceId, service, volume, backupId, dataAt}].
alter table moves add column backups jsonb not null default '[]';
-- When everything of the environment on the old server was found stopped or removed, after the server came back.
alter table moves add column fenced_at timestamptz;
-- Next attempt to stop what runs on the old server; null: nothing to stop, or it is stopped.
alter table moves add column next_fence_at timestamptz;
create index moves_to_fence on moves (next_fence_at) where next_fence_at is not null;

alter table deployments drop constraint deployments_trigger_check;
alter table deployments add constraint deployments_trigger_check
  check (trigger in ('manual', 'push', 'preview', 'finalize', 'rollback', 'promotion', 'api', 'schedule', 'recovery')) not valid;
alter table deployments validate constraint deployments_trigger_check;
