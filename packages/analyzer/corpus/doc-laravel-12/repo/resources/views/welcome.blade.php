<!DOCTYPE html>
<html>
    <head>@vite(['resources/css/app.css', 'resources/js/app.js'])</head>
    <body>Receipts</body>
</html>
