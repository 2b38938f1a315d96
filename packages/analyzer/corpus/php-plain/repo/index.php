<?php
require 'includes/db.php';
include 'includes/header.php';
?>
<h1>Guestbook</h1>
