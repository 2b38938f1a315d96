-- Variables that still need a value, such as secrets of the environment that this one was copied from: a list of objects with key,
-- service (a name, or null for all), and scope.
alter table environments add column missing_variables jsonb not null default '[]';
