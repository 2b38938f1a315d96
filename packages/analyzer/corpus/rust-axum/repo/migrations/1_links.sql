create table links (code text primary key, target text not null);
