<?php

return [
    'default' => env('DB_CONNECTION', 'sqlite'),
    'connections' => [
        'mysql' => ['driver' => 'mysql', 'host' => env('DB_HOST', '127.0.0.1'), 'port' => env('DB_PORT', '3306'), 'password' => env('DB_PASSWORD', '')],
    ],
    'redis' => ['client' => env('REDIS_CLIENT', 'phpredis')],
];
