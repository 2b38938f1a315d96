<?php

return ['app' => ['path' => './assets/app.js', 'entrypoint' => true]];
