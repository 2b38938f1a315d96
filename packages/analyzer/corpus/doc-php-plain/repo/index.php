<?php
require __DIR__ . '/db.php';

$count = $pdo->query('select count(*) from visits')->fetchColumn();
?>
<!doctype html>
<title>Visits</title>
<p>You are visitor <?= htmlspecialchars((string) $count) ?>.</p>
