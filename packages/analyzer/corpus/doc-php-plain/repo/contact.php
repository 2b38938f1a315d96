<?php
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    mail($_ENV['CONTACT_EMAIL'], 'Contact', $_POST['message'] ?? '');
}
?>
<form method="post"><textarea name="message"></textarea><button>Send</button></form>
