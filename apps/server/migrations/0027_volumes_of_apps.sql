-- Volumes of apps are restored as databases are: a new one is filled, and the row of its name says which one is used. A database has
-- one volume, which is called `data`.
alter table service_data add column name text not null default 'data' check (name ~ '^[a-z0-9][a-z0-9_.-]{0,62}$');
alter table service_data drop constraint service_data_pkey;
alter table service_data add primary key (service_id, name);
alter table service_data drop constraint service_data_volume_check;
alter table service_data add constraint service_data_volume_check
  check (volume = name or (starts_with(volume, name || '-') and substr(volume, length(name) + 2) ~ '^[a-z0-9]{1,40}$')) not valid;
alter table service_data validate constraint service_data_volume_check;
alter table service_data alter column volume drop default;

-- Null: the data of a database. Else the name of the app's volume that gets the content.
alter table restores add column volume text check (length(volume) between 1 and 63);
