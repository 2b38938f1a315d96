create table invoice (id bigint primary key auto_increment, total decimal(10, 2) not null);
