<?php

namespace App;
