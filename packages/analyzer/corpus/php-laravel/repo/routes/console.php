<?php

use Illuminate\Support\Facades\Schedule;

Schedule::command('invoices:send')->dailyAt('07:00');
