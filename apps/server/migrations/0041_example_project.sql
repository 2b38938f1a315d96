-- The example app that Longshore deploys with one click, so that its pages offer to remove it again.
alter table projects add column is_example boolean not null default false;
