<?php
$pdo = new PDO(
    'pgsql:host=' . getenv('PGHOST') . ';dbname=' . (getenv('PGDATABASE') ?: 'visits'),
    getenv('PGUSER'),
    getenv('PGPASSWORD'),
);
