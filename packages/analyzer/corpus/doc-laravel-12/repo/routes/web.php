<?php

use App\Jobs\SendReceipt;
use Illuminate\Support\Facades\Route;

Route::get('/', fn () => view('welcome'));
Route::post('/receipts/{id}', function (int $id) {
    SendReceipt::dispatch($id);

    return response()->noContent();
});
