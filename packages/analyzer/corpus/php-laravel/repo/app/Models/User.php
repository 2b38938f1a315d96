<?php

namespace App\Models;
