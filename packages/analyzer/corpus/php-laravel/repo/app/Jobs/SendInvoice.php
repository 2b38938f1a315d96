<?php

namespace App\Jobs;

class SendInvoice
{
}
