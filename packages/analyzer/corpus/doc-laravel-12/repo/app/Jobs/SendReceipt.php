<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class SendReceipt implements ShouldQueue
{
    use Queueable;

    public function __construct(public int $id) {}

    public function handle(): void {}
}
