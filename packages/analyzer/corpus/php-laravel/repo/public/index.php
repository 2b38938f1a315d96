<?php

use Illuminate\Http\Request;

require __DIR__.'/../vendor/autoload.php';
