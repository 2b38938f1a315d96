-- A run that waits for another one is named by it, so that the other one is known to be covered by what its holder has.
-- Runs are removed a while after their end: this may name one that is gone.
alter table workflow_runs add column held_by uuid;
create index workflow_runs_held on workflow_runs (held_by) where held_by is not null;

-- Steps that began under another release and are neither recorded nor the current one: their undo still has to run.
alter table workflow_runs add column left_steps text[] not null default '{}';
