-- Apps that didn't become healthy after the data below them was replaced.
alter table restores add column warning jsonb;
