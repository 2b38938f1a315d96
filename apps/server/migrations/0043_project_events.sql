-- Events of projects that a channel sends for all projects of the organization, including future ones. Links add to them.
alter table notification_connectors add column project_events text[] not null default '{}';
