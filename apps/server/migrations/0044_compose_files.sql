-- Compose files that people saved for an environment. A row never changes, so environments that are copied share it. An
-- environment without one uses the text of its project.
create table compose_files (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null references projects on delete cascade,
  -- Compose files often contain passwords: only the worker opens the text.
  sealed_text text not null,
  created_by uuid,
  created_at timestamptz not null default now()
);
select protect_by_organization('compose_files');
create index compose_files_of_project on compose_files (project_id);

alter table environments add column compose_file_id uuid references compose_files on delete set null;
create index environments_with_compose_file on environments (compose_file_id) where compose_file_id is not null;

-- No file of a repository sets fields of services from pasted text or an image. The policies hide all rows from the owner
-- of the tables, so they don't apply to it meanwhile.
alter table projects no force row level security;
alter table environments no force row level security;
alter table services no force row level security;
update services s set owned_by_file = '{}'
from environments e join projects p on p.id = e.project_id
where e.id = s.environment_id and p.source <> 'repository' and s.owned_by_file <> '{}';
alter table projects force row level security;
alter table environments force row level security;
alter table services force row level security;
