-- The organization that a person worked in last, so that another browser opens the same one. Null: never chosen.
alter table users add column last_organization_id uuid references organizations on delete set null;
create index users_by_last_organization on users (last_organization_id) where last_organization_id is not null;
-- The name for the organization that is created when the email address is verified. Null: the person's own name.
alter table users add column organization_name text check (length(organization_name) between 1 and 100);
