-- A value with references to other variables. The values of secrets are put in when containers start, so the text itself is never one.
alter table variables add column expand boolean not null default false;
alter table variables add constraint variables_expand_check check (not (expand and is_secret));
alter table preview_variables add column expand boolean not null default false;
alter table preview_variables add constraint preview_variables_expand_check check (not (expand and is_secret));
-- A variable with the scope reference is only part of other values: no container gets it.
alter table variables drop constraint variables_scope_check;
alter table variables add constraint variables_scope_check check (scope in ('build', 'runtime', 'both', 'reference'));
alter table preview_variables drop constraint preview_variables_scope_check;
alter table preview_variables add constraint preview_variables_scope_check check (scope in ('build', 'runtime', 'both', 'reference'));
