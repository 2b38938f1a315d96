create table guests (id bigserial primary key, name text not null);
