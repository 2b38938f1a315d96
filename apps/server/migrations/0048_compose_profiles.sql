-- Profiles of the compose file whose services a project deploys too.
alter table projects add column compose_profiles text[] not null default '{}';
